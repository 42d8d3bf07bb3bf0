"""The paths that a comparison must take, of each rule set, `LEAST` times each."""

from __future__ import annotations

from .plan import other_values

LEAST = 20

COMMON = """
event:start_match event:start_hand event:draw event:ask event:discard event:pung event:kong event:added_kong
event:concealed_kong event:hu event:end_hand event:end_match
turn:discard turn:self_kong turn:hu claim:pung claim:kong claim:hu claim:pass robbing:hu robbing:pass
outbid:pung outbid:kong feeder:1 feeder:2 feeder:3
discard:drawn discard:from_hand draw:last_tile draw:replacement
kong_ban:after_claim kong_ban:no_replacement kong_after_claim claim_with_empty_wall
win:discard win:self_draw win:robbed_kong win_passed:turn win_passed:claim win_passed:robbing win_with_empty_wall
winner:1_melds winner:2_melds winner:3_melds winner:pung winner:kong winner:added_kong winner:concealed_kong
winners:1 robbing_winners:1 end:win end:draw draw_after:discard dealer_moves:win dealer_stays:win dealer_stays:draw
capped:gain capped:loss fee
"""

READY = """
turn:ting discard:ready discard:auto
ready_kong:offered ready_kong:refused ready_kong:added_kong ready_kong:concealed_kong
"""

CHOW = """
event:chow claim:chow_low claim:chow_mid claim:chow_high outbid:chow_low outbid:chow_mid outbid:chow_high winner:chow
"""

HARBIN = """
event:bao discard:auto_ready claim:ting_chow_low claim:ting_chow_mid claim:ting_chow_high claim:ting_pung
outbid:ting_chow_low outbid:ting_chow_mid outbid:ting_chow_high outbid:ting_pung
claim:chow ready_claim:chow ready_claim:pung ready_claim:chow_not_from_previous ready_claim:opening_meld
three_melds:pung_ban three_melds:concealed_kong_ban three_melds:added_kong three_melds:added_kong_ban
element:discard_win element:self_draw element:kadang element:kong_draw element:robbed_kong
mode:discard_win mode:discard_win+kadang mode:self_draw mode:self_draw+kadang
standing:discard_of_a_ready_seat:0 standing:discard_of_a_ready_seat:1 standing:discard_of_a_ready_seat:2
standing:discard_of_an_unready_seat:0 standing:discard_of_an_unready_seat:1 standing:discard_of_an_unready_seat:2
standing:robbed_kong_of_a_ready_seat:0 standing:robbed_kong_of_a_ready_seat:1 standing:robbed_kong_of_a_ready_seat:2
standing:robbed_kong_of_an_unready_seat:0 standing:robbed_kong_of_an_unready_seat:1
standing:robbed_kong_of_an_unready_seat:2
standing:self_draw:0 standing:self_draw:1 standing:self_draw:2 standing:self_draw:3
bao_drawn_before_ready bao_on_no_wait kong_draw_on_bao red_pair_for_triplet bao_index:0
"""

FOUR_BAO = """
bao_index:1 bao_index:2 bao_index:3 bao_of_two_seats self_draw_beats_bao
element:big_bao element:small_bao element:big_bao_in_bao element:small_bao_in_bao
mode:big_bao mode:big_bao+kadang mode:small_bao mode:small_bao+kadang mode:big_bao_in_bao mode:small_bao_in_bao
task:bao_run task:bao_two_pairs task:bao_in_bao
"""

SINGLE_BAO = """
event:bao_exchange element:bao element:bao_in_bao mode:bao mode:bao+kadang mode:bao_in_bao
exchange:after_discard exchange:after_ready_discard exchange:after_chow exchange:after_pung
exchange:again exchange:in_the_endgame draw_after:bao_exchange
endgame:draw endgame:win endgame:win_passed endgame:auto_discard endgame:claim_ban endgame:replacement endgame:kong
endgame:claim_before_it
liability:dealer_wins liability:self_draw liability:discard liability:discard_of_dealer liability:robbed_kong
liability:robbed_kong_of_dealer liability:draw dealer_moves:draw
"""

HEBEI = """
winner:0_melds winner:4_melds win_on_the_deal winners:2 winners:3 robbing_winners:2
element:concealed element:robbed_kong element:kong_draw element:all_triplets element:single_hang element:full_flush
element:half_flush element:all_honours element:straight element:mixed_straight element:seven_pairs element:luxury_1
element:luxury_2 element:luxury_3 element:thirteen_orphans element:last_tile element:catch_five
element:half_flush_seven_pairs element:full_flush_seven_pairs
luxury+full_flush luxury+half_flush luxury+all_honours last_tile+kong_draw read:seven_pairs read:standard
base:dealer_self_draw base:self_draw base:dealer_on_discard base:discard_of_dealer base:discard_of_another
base:dealer_on_robbed_kong base:robbed_kong_of_dealer base:robbed_kong_of_another
kong_ban:reserve kongs:void kongs:paid_to_winner kongs:paid_to_loser draw_with:odd_kongs draw_with:even_kongs
dealer_among_several_winners capped:several_winners
"""

QIAOMA = """
event:flower flower:opening flower:in_play flower:tile flower:dragon flower:after_a_replacement
flower:dealt_last_to_dealer draw_after:flower
winner:0_melds winner:4_melds winners:2 winners:3 robbing_winners:2 capped:several_winners
win_without_asking:self_draw win_without_asking:discard win_without_asking:robbed_kong
ban:swap_same_tile ban:swap_other_end ban:own_tile_pung ban:own_tile_chow ban:passed_pung
ban:passed_pung_of_fourth_meld ban:chow_without_discard exempt:swap exempt:own_tile_pung exempt:own_tile_chow
exempt:own_tile_taken
element:single_hang element:kong_draw element:concealed element:half_flush element:all_triplets element:full_flush
element:half_flush_triplets element:full_flush_triplets element:carried_draw element:no_flower
flowers:suit_kong flowers:suit_added_kong flowers:suit_concealed_kong flowers:wind_pung flowers:wind_triplet
flowers:wind_triplet_by_discard flowers:wind_kong flowers:wind_added_kong flowers:wind_concealed_kong
single_hang_on:self_draw single_hang_on:discard kong_draw_after:kong kong_draw_after:flower
dice:0 dice:1 dice:2 carried:by_counter carried:by_dice carried:by_both carried:no
counter:draw_adds_1 counter:win_takes_1 counter:stays_at_0
several_winners:giver_deals several_winners:nearest_deals
"""

OF_RULES = {
    "four_bao": COMMON + READY + CHOW + HARBIN + FOUR_BAO,
    "single_bao": COMMON + READY + CHOW + HARBIN + SINGLE_BAO,
    "classic": COMMON + HEBEI,
    "online": COMMON + READY + HEBEI + "ready_kong:kong",
    "qiaoma": COMMON + READY + CHOW + QIAOMA,
}


def required_paths(rules: str) -> list[str]:
    """The paths that a rule set must take, each parameter with each value that is not its default included.

    `concealed_kong_hidden` changes no full stream; that it does so is what is compared.
    """
    return OF_RULES[rules].split() + [f"param:{name}={value}" for name, value in other_values(rules)]

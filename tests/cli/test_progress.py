from mjenv.cli.progress import show_progress


def test_nothing_is_shown_before_two_seconds(capsys):
    with show_progress("playing") as update:
        update(1, 3)
    assert capsys.readouterr() == ("", "")


def test_a_bar_is_shown_on_stderr_after_that(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    with show_progress("playing", patience=-1) as update:
        update(1, 3)
        update(2, 3)
    out, err = capsys.readouterr()
    assert out == ""
    assert "playing" in err
    assert "2/3" in err

"""Agents against agents: duplicate deals, statistics, reports."""

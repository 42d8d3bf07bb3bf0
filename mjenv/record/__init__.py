"""The event stream: events from log rows, log files, and what one seat may see of them."""

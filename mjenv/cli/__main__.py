"""``python -m mjenv.cli``."""

import sys

from mjenv.cli.main import main

sys.exit(main())

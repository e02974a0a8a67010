"""The monitor: operate a machine with typed commands.

Commands may be abbreviated, and a line may hold several, separated by ;. Each file holds the commands of one
kind; `monitor.py` puts them together.
"""

from ibm7094.cli.monitor.monitor import Monitor

__all__ = ["Monitor"]

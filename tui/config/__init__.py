"""Settings from `config.toml`, the environment and the command line."""

from tui.config.load import load_config
from tui.config.save import save_value
from tui.config.schema import ChatSettings, Config, ModelSettings, Problem, Row, Timeouts

__all__ = ["ChatSettings", "Config", "ModelSettings", "Problem", "Row", "Timeouts", "load_config", "save_value"]

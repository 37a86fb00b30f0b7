"""An agent for the dots_and_boxes game of Kaggle's OpenSpiel environment, which plays with `pipo engine`.

    import kaggle_environments, kaggle_agent
    env = kaggle_environments.make("open_spiel_dots_and_boxes")
    env.run([kaggle_agent.agent, "random"])

The agent reads the observation alone: observationString is the board, in OpenSpiel's box-drawing characters or as lists
of lines. pipo reads both (`kaggle-observation` in docs/notations.md). The environment variable PIPO_ENGINE is the command
that starts the engine; without it "pipo engine".
"""

import json
import os
import shlex
import subprocess


class Engine:
    """`pipo engine` as a child process (docs/engine.md)."""

    def __init__(self, command):
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """Returns the reply to a command. Raises RuntimeError with the engine's message if it refuses."""
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        reply = "\n".join(lines)
        if not reply.startswith("="):
            raise RuntimeError(f"{command}: {reply[1:].strip() or 'the engine has ended'}")
        return reply[1:].strip()

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Player:
    def __init__(self, command):
        self._engine = Engine(command)

    def action(self, observation):
        """Returns the number of the edge to draw, or -1 if this agent is not to move."""
        player = observation.get("playerId")
        if observation.get("isTerminal") or not observation.get("observationString"):
            return -1
        if player is not None and player != observation.get("currentPlayer"):
            return -1
        told = {name: observation[name] for name in ("currentPlayer", "observationString") if name in observation}
        # In the engine's input, '#' begins a comment, and a command is one line.
        self._engine.ask("load kaggle-observation " + json.dumps(told).replace("#", "\\u0023"))
        edge = self._engine.ask("hint").split()[0]
        rows, columns = map(int, self._engine.ask("position").split(":")[0].split("x"))
        row, column = map(int, edge[1:].split("."))
        return row * columns + column if edge[0] == "h" else (rows + 1) * columns + row * (columns + 1) + column

    def close(self):
        self._engine.close()


_player = None


def agent(observation, configuration=None):
    """The function that Kaggle calls for every step."""
    global _player
    if _player is None:
        _player = Player(os.environ.get("PIPO_ENGINE", "pipo engine"))
    return {"submission": _player.action(dict(observation))}

"""A bot of OpenSpiel that plays dots_and_boxes with `pipo engine`, on boards up to 20x20.

    import pyspiel, openspiel_bot
    game = pyspiel.load_game("dots_and_boxes(num_rows=7,num_cols=7)")
    bots = [openspiel_bot.PipoBot("pipo engine --time 2"), pyspiel.make_uniform_random_bot(1, 7)]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))

The actions of OpenSpiel are the numbers of the edges in a DBN string, and its histories are a notation of pipo. Without
pyspiel the bot works on any object with the same members: history(), get_game().get_parameters().
"""

import shlex
import subprocess

try:
    from pyspiel import Bot
except ImportError:
    Bot = object


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


class PipoBot(Bot):
    """Chooses the engine's move in every state of a game from the empty board."""

    def __init__(self, command="pipo engine"):
        super().__init__()
        self._engine = Engine(command)

    def step(self, state):
        """Returns the action to take in a state that is not terminal."""
        parameters = state.get_game().get_parameters()
        rows, columns = int(parameters["num_rows"]), int(parameters["num_cols"])
        history = "; ".join(str(action) for action in state.history())
        self._engine.ask(f"load openspiel {rows}x{columns} {history}")
        edge = self._engine.ask("hint").split()[0]
        row, column = map(int, edge[1:].split("."))
        if edge[0] == "h":
            return row * columns + column
        return (rows + 1) * columns + row * (columns + 1) + column

    def restart(self):
        """Does nothing: between states, only what the engine has computed is kept."""

    def restart_at(self, state):
        """Does nothing: between states, only what the engine has computed is kept."""

    def close(self):
        self._engine.close()

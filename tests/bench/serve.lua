-- Requests for wrk: the paths in the file PATHS in turn; each thread begins at another place. Counts
-- answers with another status than 200.
local paths = {}
for line in io.lines(os.getenv("PATHS")) do
  paths[#paths + 1] = line
end

local threads = 0

function setup(thread)
  thread:set("first", threads * 7919)
  threads = threads + 1
end

function init()
  at = first
end

function request()
  at = at + 1
  return wrk.format("GET", paths[at % #paths + 1])
end

function done(summary, latency)
  io.write(string.format("%.0f requests/s, median %.2f ms, 99%% %.2f ms, %d not answered\n",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end

-- A question that was never asked before, each time: dates at random, and a count that makes the address new.
local count = 0

local function day()
  return string.format("2025-%02d-%02d", math.random(1, 12), math.random(1, 28))
end

request = function()
  count = count + 1
  local a, b = day(), day()
  if a > b then a, b = b, a end
  return wrk.format(nil, string.format("%s?start=%s&end=%s&n=%d-%d", wrk.path, a, b, os.time(), count))
end

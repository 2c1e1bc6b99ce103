// Loaded before a program: it gets a signal right when it says a text. SIGNAL_AT_TEXT="SIGINT Sorting"; with " group" at
// its end, so does everything that was started with it.
const [signal, text, whom] = process.env.SIGNAL_AT_TEXT.split(' ');
let isSent = false;
const write = process.stderr.write;
process.stderr.write = (said, ...rest) => {
  const isTaken = write.call(process.stderr, said, ...rest);
  if (!isSent && String(said).includes(text)) {
    isSent = true;
    process.kill(whom === 'group' ? 0 : process.pid, signal);
  }
  return isTaken;
};

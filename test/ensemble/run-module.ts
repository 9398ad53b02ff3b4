/** The text of a module whose runs fail, wait for ever, or end out of order, as their input says. */
export const RUN = `
export default async function run(input, index) {
  if (input === 'fail') throw new RangeError('no pendulum ' + index);
  if (input === 'function') return () => 1;
  if (input === 'exit') process.exit(3);
  if (input === 'throw later') {
    setTimeout(() => { throw new RangeError('no pendulum later'); });
    await new Promise(() => setInterval(() => {}, 1000));
  }
  if (input === 'wait') await new Promise(() => setInterval(() => {}, 1000));
  await new Promise((resolve) => setTimeout(resolve, 20 - index));
  return { input, index };
}
`;

/** The names in a label: `bob` of `particle 'bob'`, `p1.bob` of `point 'bob' of Pendulum 'p1'`; the label where it has none. */
export const nameOf = (body: object): string =>
  'label' in body && typeof body.label === 'string'
    ? body.label
        .split(/(?<=') of /)
        .map((part) => /^[^']*'(.+)'$/.exec(part)?.[1] ?? part)
        .reverse()
        .join('.')
    : '';

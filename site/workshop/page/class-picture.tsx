import type { JSX } from 'preact';

/** A class of constraints as a small drawing. */
export function ClassPicture({ picture }: { readonly picture: string }): JSX.Element {
  const [path = '', points = ''] = picture.split('|');
  return (
    <svg class="class-picture" viewBox="0 0 48 32" width="48" height="32" aria-hidden="true">
      <path d={path} />
      {points
        .split(' ')
        .filter((point) => point !== '')
        .map((point) => {
          const [x, y] = point.split(',');
          return <circle key={point} cx={x} cy={y} r="3" />;
        })}
    </svg>
  );
}

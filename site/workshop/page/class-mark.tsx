import type { JSX } from 'preact';
import { wordsOf } from '../model/class-words.js';
import { ClassPicture } from './class-picture.js';

/** The picture of a class, as the list of what can be added has it; `type` may end with its space. */
export function ClassMark({ type }: { readonly type: string }): JSX.Element {
  return <ClassPicture picture={wordsOf(type.replace(/[23]D$/, '')).picture} />;
}

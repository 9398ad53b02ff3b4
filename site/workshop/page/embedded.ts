/** True for a page inside of another one, at `…/workshop/?embed#…`: the picture and its controls alone. */
export const isEmbedded = new URLSearchParams(window.location.search).has('embed');

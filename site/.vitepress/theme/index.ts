import { useRoute, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, onMounted, watch } from 'vue';
import './style.css';

/** Pages load the element when they have a scene; where all of them are lazy, when one is in sight. */
function defineElement(): void {
  const scenes = [...document.querySelectorAll('holonomic-scene')];
  if (scenes.some((scene) => scene.getAttribute('loading') !== 'lazy')) void import('../../element.js');
  else {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void import('../../element.js');
    });
    for (const scene of scenes) watch.observe(scene);
  }
}

/** Cards of the gallery move while they are pointed at, or chosen by keys, unless their reader prefers none of it. */
function playCards(): void {
  for (const card of document.querySelectorAll<HTMLAnchorElement>('.cards a')) {
    const [, name] = /([\w-]+)\.html$/.exec(card.getAttribute('href') ?? '') ?? [];
    let ending: AbortController | undefined;
    const begin = (): void => {
      if (name === undefined || ending || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const { signal } = (ending = new AbortController());
      // Without what plays it, a card has its picture.
      void import('../../cards.js').then(({ play }) => play(card, name, signal)).catch(() => undefined);
    };
    const end = (): void => {
      if (card.matches(':hover, :focus-visible')) return;
      ending?.abort();
      ending = undefined;
    };
    for (const event of ['pointerenter', 'focus']) card.addEventListener(event, begin);
    for (const event of ['pointerleave', 'blur']) card.addEventListener(event, end);
  }
}

/** The path of an address; that of a folder is the one of its page. */
const pathOf = (address: string): string =>
  new URL(address, location.href).pathname.replace(/\/index(?:\.html)?$/, '/');

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    // Each page is loaded as a whole: it has the scenes, the scripts and the policy that it was built with.
    router.onBeforeRouteChange = (to) => {
      if (typeof location === 'undefined' || pathOf(to) === pathOf(location.href)) return;
      location.assign(to);
      return false;
    };
  },
  setup() {
    const route = useRoute();
    onMounted(() => {
      defineElement();
      playCards();
    });
    watch(
      () => route.path,
      () => void nextTick(defineElement),
    );
  },
};

export default theme;

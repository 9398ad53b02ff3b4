import { useRoute, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, onMounted, watch } from 'vue';
import './style.css';

/** Pages load the element when they have a scene. */
function defineElement(): void {
  if (document.querySelector('holonomic-scene') !== null) void import('../../element.js');
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
    onMounted(defineElement);
    watch(
      () => route.path,
      () => void nextTick(defineElement),
    );
  },
};

export default theme;

/**
 * The script of pages that write `<script src="holonomic-scene.js"></script>`: it defines the element, with
 * all that scenes can need.
 * @module
 */
import { defineSceneElement } from './define-scene-element.js';

defineSceneElement();

import { Stage, type StageOptions } from 'holonomic/canvas';
import type { World } from 'holonomic/runtime';
import { useEffect, useRef } from 'react';

/**
 * Shows a world on a canvas, in motion, for as long as the canvas is there. World and options are
 * to be the same objects from one rendering to the next: keep them in a state, or outside.
 */
export function useStage(world: World, options?: StageOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const stage = new Stage(canvas.current, world, options);
    stage.start();
    return () => {
      stage.close();
    };
  }, [world, options]);
  return canvas;
}

import type { StageOptions } from 'holonomic/canvas';
import { assemble, drag, gravity, World } from 'holonomic/runtime';
import { useEffect, useState, type ReactNode } from 'react';
import { PointOnWave } from '../generated/wave.js';
import { useStage } from './use-stage.js';

const OPTIONS: StageOptions = { frame: [-1.2, -0.8, 1.2, 0.8] };

function beadOnWave() {
  const world = new World({ space: 2, forces: [gravity([0, -9.81]), drag(0.2)] });
  const bead = world.addParticle({ mass: 1, position: [0.4, 0.3 * Math.sin(0.8 * Math.PI)] });
  const wave = world.add(new PointOnWave({ p: bead, height: 0.3, length: 1 }));
  const setHeight = (height: number): void => {
    wave.params.height = height;
    assemble(world); // the bead moves onto the new wave
  };
  return { world, bead, setHeight };
}

/** A bead on a wave, whose height is given. */
export function Bead({ height }: { readonly height: number }): ReactNode {
  const [{ world, bead, setHeight }] = useState(beadOnWave);
  const canvas = useStage(world, OPTIONS);
  const [x, setX] = useState(0);

  useEffect(() => {
    setHeight(height);
  }, [setHeight, height]);

  // Ten times a second is enough for a person, and spares React the other frames.
  useEffect(() => {
    const timer = setInterval(() => {
      setX(bead.position[0]);
    }, 100);
    return () => {
      clearInterval(timer);
    };
  }, [bead]);

  return (
    <figure>
      <canvas ref={canvas} aria-label="A bead on a wave. Arrow keys pull at it." />
      <figcaption>
        The bead is at x = <output>{x.toFixed(2)}</output> m.
      </figcaption>
    </figure>
  );
}

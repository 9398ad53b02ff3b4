import { expect, test } from 'vitest';
import { read, settled, describeWorkshop, until } from './workshop-page.js';

type Places = Readonly<Record<string, readonly number[]>>;

describeWorkshop('curves of the workshop', (host) => {
  test('the points of a profile are dragged, and the valve follows; one drag is one step of undo', async () => {
    const { page, complaints } = await host.open('#g=cam');
    const plot = page.locator('.profile');
    await plot.waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await settled(page);
    // The top of the lift: its argument is π, half way across.
    const top = plot.locator('circle').nth(12);
    const { x, y, width } = (await top.boundingBox())!;
    const [left, up] = [x + width / 2, y + width / 2];
    const deep = (await plot.locator('circle').first().boundingBox())!.y - y;
    const before = await read<readonly (readonly number[])[]>(page, 'facts.value.curves[0].points');
    await page.mouse.move(left, up);
    await page.mouse.down();
    await page.mouse.move(left + 2, up + 40, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const after = await read<readonly (readonly number[])[]>(page, 'facts.value.curves[0].points');
    expect(after[12]![0]).toBe(before[12]![0]);
    // By as much of the lift as the pointer went of its height, up to a pixel.
    const [low, high] = [before[0]![1]!, before[12]![1]!];
    expect(Math.abs(high - after[12]![1]! - ((high - low) * 40) / deep)).toBeLessThan((high - low) / deep);
    expect(after.toSpliced(12, 1)).toEqual(before.toSpliced(12, 1));
    // At half a turn, after 200 steps, the valve is where the point was dragged to.
    const lift = (): Promise<number> =>
      page.evaluate(`(async () => {
        const { workshop } = window;
        workshop.reset();
        for (let k = 0; k < 200; k++) workshop.send({ kind: 'step' });
        return (await workshop.engine.ask({ kind: 'positions' })).valve[1];
      })()`);
    const dragged = await lift();
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await read(page, 'facts.value.curves[0].points')).toEqual(before);
    expect(await read(page, 'canUndo.value')).toBe(false);
    expect((await lift()) - dragged).toBeCloseTo(before[12]![1]! - after[12]![1]!, 3);
    // The point dragged is still chosen: the next one goes up by a key.
    await plot.focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await settled(page);
    const raised = await read<readonly (readonly number[])[]>(page, 'facts.value.curves[0].points');
    expect(raised[13]![1]).toBeGreaterThan(before[13]![1]!);
    expect(raised.toSpliced(13, 1)).toEqual(before.toSpliced(13, 1));
    expect(complaints).toEqual([]);
  });

  test('the rail of a roller coaster moves under its cars', async () => {
    const { page, complaints } = await host.open('#g=roller-coaster');
    const plot = page.locator('.profile');
    await plot.waitFor();
    await settled(page);
    const { x, y, width } = (await plot.locator('circle').nth(10).boundingBox())!;
    await page.mouse.move(x + width / 2, y + width / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y - 12, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    const points = await read<readonly (readonly number[])[]>(page, 'facts.value.curves[0].points');
    expect(points[10]![0]).toBe(0.75);
    expect(points[10]![1]).toBeGreaterThan(4);
    expect(await read(page, 'isRefused.value')).toBe(false);
    await until(page, 'window.workshop.state.value.time > 0.5');
    const places = await page.evaluate<Places>(`window.workshop.engine.ask({ kind: 'positions' })`);
    expect(Object.keys(places).length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });
});

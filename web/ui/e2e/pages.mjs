// Walks through the pages of a running server in a real browser, checks that live values change and
// that problems show, and keeps a picture of each page.
//
//   node e2e/pages.mjs --url http://127.0.0.1:8080 --out FOLDER [--user Admin] [--password zonda]
//                      [--browser /usr/bin/chromium] [--wait-seconds 40] [--full]
//
// Exits 0 when everything was there, else 1 and says what was not; 2 for wrong arguments. The last
// line on standard output is JSON. With --full the dark and the light scheme are both pictured.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const options = readOptions();
const waitMs = Number(options['wait-seconds']) * 1000;
await mkdir(options.out, { recursive: true });

const browser = await chromium.launch({
  executablePath: options.browser,
  headless: true,
  args: FLAGS,
});
const faults = [];
const pictures = [];
let checks = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(waitMs);
  watchFaults(page);
  await walk(page);
} catch (error) {
  fail(error.message);
} finally {
  await browser.close();
}
if (faults.length > 0) {
  fail(`the browser told of ${faults.length} faults; the first: ${faults[0]}`);
}
console.log(JSON.stringify({ checks, pictures: pictures.length, faults: faults.length }));

async function walk(page) {
  await login(page);
  await overview(page);
  await latest(page);
  await graph(page);
  await problems(page);
  await hosts(page);
  await tryout(page);
  await health(page);
  await keyboard(page);
  if (options.full) {
    await lightScheme(page);
  }
  await logout(page);
}

async function login(page) {
  await page.goto(options.url);
  await step('the login form shows', () => page.getByRole('button', { name: 'Log in' }).waitFor());
  await picture(page, 'login');
  await page.getByLabel('User name').fill(options.user);
  await page.locator('input[name=password]').fill('wrong password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await step('a wrong password is refused in words', () =>
    page.getByRole('alert').filter({ hasText: 'Incorrect user name or password' }).waitFor(),
  );
  await page.locator('input[name=password]').fill(options.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await step('the overview opens after the login', () =>
    page.getByRole('heading', { name: 'Overview' }).waitFor(),
  );
}

async function overview(page) {
  await step('the page is live', () => page.getByTestId('live-status').getByText('Live').waitFor());
  await step('values per second are above zero', () =>
    until(async () => number(await page.getByTestId('values-per-s').textContent()) > 0),
  );
  await step('a graph is drawn', () => page.locator('.chart canvas').first().waitFor());
  await step('values per second change', () =>
    changes(() => page.getByTestId('values-per-s').textContent()),
  );
  // Sparklines need a few pulses to be worth a picture.
  await page.waitForTimeout(4_000);
  await picture(page, 'overview');
}

async function latest(page) {
  await go(page, 'Latest data');
  const values = page.locator('.vrow [data-testid=value]');
  await step('latest data has rows', () => values.first().waitFor());
  await step('a value has arrived', () =>
    until(async () => (await values.allTextContents()).some((text) => /\d/.test(text))),
  );
  await step('latest values change by themselves', () =>
    changes(async () => (await values.allTextContents()).join('|')),
  );
  await picture(page, 'latest');
  const name = await page.locator('.vrow [role=cell]').nth(1).innerText();
  const word = name.split(/[^A-Za-z0-9]+/).find((each) => each.length > 2) ?? name;
  await page.getByTestId('latest-search').fill(word);
  await step(`the search for "${word}" leaves only rows with it`, () =>
    until(async () => {
      const rows = await page.locator('.vrow').allInnerTexts();
      return rows.length > 0 && rows.every((row) => row.toLowerCase().includes(word.toLowerCase()));
    }),
  );
  await page.getByTestId('latest-search').fill('no such item anywhere');
  await step('an empty search says so', () => page.getByText('Nothing matches').waitFor());
  await page.getByTestId('latest-search').fill('');
}

async function graph(page) {
  await step('items can be chosen', () =>
    until(async () => (await page.locator('.vrow input[type=checkbox]').count()) >= 4),
  );
  const boxes = page.locator('.vrow input[type=checkbox]');
  await boxes.nth(2).check();
  await boxes.nth(3).check();
  await page.getByRole('button', { name: 'Graph 2 items' }).click();
  await step('the graph draws both items', () =>
    until(async () => (await page.getByLabel('Legend').locator('tbody tr').count()) === 2),
  );
  await step('the graph has a canvas', () => page.locator('.chart canvas').waitFor());
  await page.getByRole('button', { name: '15m', exact: true }).click();
  await page.waitForTimeout(2_500);
  const last = page.getByLabel('Legend').locator('tbody tr td:nth-child(3)');
  await step('the graph follows live', () =>
    changes(async () => (await last.allTextContents()).join('|')),
  );
  const box = await page.locator('.chart .u-over').boundingBox();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await page.waitForTimeout(300);
  await picture(page, 'graph');
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await step('dragging zooms into a fixed range', () =>
    page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to')),
  );
  const before = new URL(page.url()).searchParams.get('from');
  await page.keyboard.press('ArrowLeft');
  await step('the arrow key moves in time', () =>
    page.waitForURL((url) => Number(url.searchParams.get('from')) < Number(before)),
  );
  await page.keyboard.press('0');
  await step('0 goes back to live', () =>
    page.getByRole('button', { name: 'Following live' }).waitFor(),
  );
  await page.getByRole('button', { name: 'Trace' }).first().click();
  await step('the trace names stops', () => page.locator('.trace li').first().waitFor());
  await picture(page, 'trace');
  await page.keyboard.press('Escape');
}

async function problems(page) {
  await go(page, 'Problems');
  const rows = page.getByTestId('problems').locator('tbody tr');
  await step('there is a problem', () => rows.first().waitFor());
  await picture(page, 'problems');
  const name = await rows.first().locator('td:nth-child(5)').innerText();
  await rows.first().getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = page.getByRole('dialog');
  await step('the acknowledge form shows', () => dialog.getByLabel('Message').waitFor());
  await dialog.getByLabel('Message').fill('Looking at it (browser test)');
  await picture(page, 'acknowledge');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await step(`the problem "${name}" is shown as taken`, () =>
    page.getByTestId('problems').getByText('Taken').first().waitFor(),
  );
  await page.getByText('Recent too').click();
  await step('recent problems show too', () => rows.first().waitFor());
}

async function hosts(page) {
  await go(page, 'Hosts');
  await step('hosts show', () => page.getByTestId('hosts').locator('tbody tr').first().waitFor());
  await step('a host is available', () =>
    page.getByTestId('hosts').locator('.dot.available').first().waitFor(),
  );
  await picture(page, 'hosts');
}

async function tryout(page) {
  await go(page, 'Try steps');
  await page.getByTestId('trial-run').click();
  await page.getByTestId('trial-result').waitFor();
  await step('steps are tried on a value', () =>
    until(
      async () =>
        (await page
          .locator('[data-testid=trial-result] tr:last-child td[data-outcome]')
          .innerText()) === '200',
    ),
  );
  await picture(page, 'try-steps');
  await page.getByTestId('trial-steps').fill('- {type: jsonpat}');
  await page.getByTestId('trial-run').click();
  await page.getByText("did you mean 'jsonpath'?").waitFor();
}

async function health(page) {
  await go(page, 'Server health');
  await step('the log is written', () =>
    page.getByTestId('log-state').getByText('Writing').waitFor(),
  );
  await step('shards show', () => page.getByText('Shards: busy share').waitFor());
  await page.waitForTimeout(1_500);
  await picture(page, 'health');
}

async function keyboard(page) {
  await page.locator('body').press('?');
  await step('? lists the keys', () => page.getByRole('dialog').waitFor());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await step('g p goes to the problems', () => page.waitForURL('**/problems'));
  await page.keyboard.press('/');
  await page.keyboard.type('CPU');
  await page.keyboard.press('Enter');
  await step('/ searches', () => page.waitForURL('**/latest?search=CPU'));
}

async function lightScheme(page) {
  await page.getByRole('button', { name: 'Light scheme' }).click();
  for (const [name, label] of [
    ['overview', 'Overview'],
    ['problems', 'Problems'],
    ['latest', 'Latest data'],
    ['hosts', 'Hosts'],
    ['health', 'Server health'],
  ]) {
    await go(page, label);
    await page.waitForTimeout(2_500);
    await picture(page, `${name}-light`);
  }
}

async function logout(page) {
  await page.getByRole('button', { name: /^User / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await step('logging out shows the login form', () =>
    page.getByRole('button', { name: 'Log in' }).waitFor(),
  );
}

async function go(page, label) {
  await page.getByRole('navigation').getByRole('link', { name: label }).click();
  await step(`the page "${label}" opens`, () =>
    page.getByRole('heading', { name: label, level: 1 }).waitFor(),
  );
}

/** Runs one check; its name is what the failure says. */
async function step(what, check) {
  try {
    await check();
  } catch (error) {
    throw new Error(`not true within ${options['wait-seconds']} s: ${what}. ${firstLine(error)}`, {
      cause: error,
    });
  }
  checks++;
  console.log(`ok  ${what}`);
}

function firstLine(error) {
  return String(error.message).split('\n')[0];
}

async function until(test) {
  const end = Date.now() + waitMs;
  while (Date.now() < end) {
    if (await test()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it did not come true.');
}

async function changes(read) {
  const before = await read();
  await until(async () => (await read()) !== before);
}

function number(text) {
  return Number.parseFloat((text ?? '').replaceAll(',', '')) || 0;
}

async function picture(page, name) {
  const path = join(options.out, `${name}.png`);
  await page.screenshot({ path });
  pictures.push(path);
}

/** Collects what a browser's console would show in red: exceptions, refused scripts and styles. */
function watchFaults(page) {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A wrong password and the end of a stream at logging out are answers, not faults.
    if (message.type() === 'error' && !/status of 401|net::ERR_ABORTED/.test(message.text())) {
      faults.push(message.text());
    }
  });
}

function fail(message) {
  console.error(`FAILED: ${message}`);
  console.log(JSON.stringify({ checks, pictures: pictures.length, failed: message }));
  process.exit(1);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        out: { type: 'string' },
        user: { type: 'string', default: 'Admin' },
        password: { type: 'string', default: 'zonda' },
        browser: { type: 'string', default: '/usr/bin/chromium' },
        'wait-seconds': { type: 'string', default: '40' },
        full: { type: 'boolean', default: false },
      },
    });
    if (!values.url || !values.out) {
      throw new Error('--url and --out are needed');
    }
    return values;
  } catch (error) {
    console.error(`${error.message}; usage: node e2e/pages.mjs --url URL --out FOLDER`);
    process.exit(2);
  }
}

import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/e2e/chromium'
import { sharedServer } from './tests/e2e/servers'

/** A tenth of a test's time limit, which on an idle machine no test takes. */
const slowMs = 24_000

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Turns off two of Chromium's own pages, the popups of its address bar, and its checks for dangling pointers: they slow
 * the tests down. Chromium obeys only the last `--disable-features`, so the list repeats the features that Playwright
 * turns off.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'PartitionAllocBackupRefPtr',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'dist/test/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // Long enough for a busy machine.
  timeout: 10 * slowMs,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  reportSlowTests: { max: 5, threshold: slowMs },
  use: {
    // The global setup starts the production build and sets its address.
    baseURL: sharedServer('main').url,
    // Only the tests about the service worker allow it, because tests can't see or mock requests that pass through one.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      // Without a UTF-8 locale, Chromium saves files with non-ASCII names as "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A thread instead of a process draws the pages: 6% less processor time per page.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live too briefly for optimized code to pay off: without it, the tests take 5% less processor time.
        '--js-flags=--no-opt,--no-maglev',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
  projects: [
    // The shortest journey for each kind of user: a visitor, someone with a list, a developer, a paying customer, a team,
    // an operator. They are part of `npm test`.
    { name: 'journeys', use: desktop, testMatch: /\/[^./]+\.spec\.ts$/ },
    // All other pages, in `npm run test:full`.
    { name: 'desktop', use: desktop, testMatch: /\.slow\.spec\.ts$/ },
    // Tests for touch and for how a phone handles a page. The desktop tests check every state at a phone's width too.
    { name: 'phone', use: phone, grep: /@phone/ },
    // Runs only if README_PICTURES is set: it writes the README's pictures.
    ...(process.env.README_PICTURES
      ? [{ name: 'pictures', testMatch: '**/readme.pictures.ts', use: { viewport: { width: 1280, height: 1000 } } }]
      : []),
  ],
})

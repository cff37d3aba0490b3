import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/e2e/chromium'
import { sharedServer } from './tests/e2e/servers'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Two of the browser's own pages, which it draws beside every page of ours, at the cost of that page. Of this switch Chromium
 * takes the last: the others are those that Playwright turns off.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
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
  outputDir: 'tests/e2e/__results__',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // For a busy machine: on an idle one no test takes a tenth of it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tests/run/playwright-reporter.ts']],
  use: {
    // Filled by the global set-up, which starts the production build.
    baseURL: sharedServer('main').url,
    // Only for the tests about it: requests that pass through one, no test sees or answers.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // What fingers and a phone's own way with a page play a part in. Every state is made as narrow by the desktop's tests.
    { name: 'phone', use: phone, grep: /@phone/ },
    // Only where it is asked for: it writes them.
    ...(process.env.README_PICTURES
      ? [{ name: 'pictures', testMatch: '**/readme.pictures.ts', use: { viewport: { width: 1280, height: 1000 } } }]
      : []),
  ],
})

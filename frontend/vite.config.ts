import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // The page is served by the program itself: one chunk, no inlined assets that the CSP would refuse.
  build: { target: "safari16", assetsInlineLimit: 0, chunkSizeWarningLimit: 1024 },
  // Tests mount components, so they need the browser's build of Svelte too.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    css: { include: [/tokens\.css/] },
    testTimeout: 20_000,
  },
});

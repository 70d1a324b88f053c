// Fetch each page once and resize it in a frame without scripts, so that a new size needs no request. The frame is out of
// view, so that it is laid out and not painted.
async (pages) => {
    const measure = (document, innerWidth, innerHeight) => (MEASURE);
    const faults = [];
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.sandbox = "allow-same-origin";
    frame.style.cssText = "position: fixed; top: 0; left: -20000px; border: 0";
    const resize = (width, height) => Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
    for (const { address, presses, isTable, widths, sizes } of pages) {
        const loaded = new Promise((ready) => frame.addEventListener("load", ready, { once: true }));
        frame.srcdoc = await (await fetch(address)).text();
        resize(360, 740);
        await loaded;
        const page = frame.contentDocument;
        page.querySelectorAll("noscript").forEach((one) => one.remove());
        await page.fonts.ready;
        const [body, ...links] = page.querySelectorAll("body, .bar > a, .bar > button, .bar__nav > a");
        const check = (width) => {
            if (page.scrollingElement.scrollWidth > width) {
                faults.push(`${address} is ${page.scrollingElement.scrollWidth} px wide in a window of ${width} px`);
            }
            if (!body.clientHeight) faults.push(`${address} is not drawn`);
            for (const one of links.filter((link) => link.checkVisibility())) {
                const { left, right } = one.getBoundingClientRect();
                if (left < 0 || right > width + 0.5) faults.push(`${address} at ${width}px: ${one.textContent.trim()}`);
            }
        };
        for (const width of widths) {
            resize(width, 740);
            check(width);
        }
        if (presses) page.querySelector(presses).click();
        for (const [width, height, least] of sizes) {
            resize(width, height);
            check(width);
            const found = measure(page, width, height)([isTable, least]);
            faults.push(...found.map((one) => `${address} at ${width}x${height}: ${one}`));
        }
    }
    frame.remove();
    return faults;
}
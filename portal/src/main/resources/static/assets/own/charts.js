"use strict";

// Draws each table that a chart names. The table stays for those who read numbers.
function drawCharts() {
  document.querySelectorAll("[data-chart]:empty").forEach((place) => {
    const rows = [...document.querySelectorAll("#" + place.dataset.chart + " tbody tr")];
    if (rows.length === 0 || typeof uPlot === "undefined") {
      return;
    }
    const color = getComputedStyle(document.body).color;
    const axis = {stroke: color, grid: {stroke: "rgba(128, 128, 128, .3)"}, ticks: {stroke: "rgba(128, 128, 128, .3)"}};
    const chart = new uPlot({
      width: place.clientWidth, height: 220, legend: {show: false}, cursor: {show: false},
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Asia/Kolkata"),
      scales: {y: {range: (plot, least, most) => [0, Math.max(1, most * 1.1)]}},
      series: [{}, {stroke: "#206bc4", fill: "rgba(32, 107, 196, .35)", paths: uPlot.paths.bars({size: [0.8]}), points: {show: false}}],
      axes: [{...axis, values: (plot, seconds) => seconds.map((at) => new Date(at * 1000).toLocaleTimeString("en-GB", {hour: "2-digit", minute: "2-digit", timeZone: "Asia/Kolkata"}))}, axis]
    }, [rows.map((row) => Number(row.dataset.at)), rows.map((row) => Number(row.dataset.value))], place);
    window.addEventListener("resize", () => chart.setSize({width: place.clientWidth, height: 220}));
  });
}

document.addEventListener("htmx:afterSettle", drawCharts);
drawCharts();

// Writes the workbooks of WorkbookFilesIntegrationTests: npm install xlsx@0.18.5 exceljs@4.4.0, then node write-workbooks.mjs.
import XLSX from "xlsx";
import ExcelJS from "exceljs";

const headings = ["Name", "Phone", "Account Number", "IFSC", "Amount", "Rail", "Merchant Reference"];
const zeros = "00000000000";

// What both programs write. A cell is a text, a number, or {v: value, z: format, f: formula}; a formula without v has no stored result.
const rows = [
  ["Rao", "9876543210", { v: 1234567890, z: zeros }, "HDFC0000001", { v: 1500, z: "#,##0.00", f: "1000*1.5" }, "I", "W-1"],
  ["Hidden", "9876543210", "11111111111", "HDFC0000001", 10, "I", "W-2"],
  ["Date", "9876543210", "11111111112", "HDFC0000001", { v: 46348, z: "dd-mmm-yyyy" }, "I", "W-3"],
  ["Percent", "9876543210", "11111111113", "HDFC0000001", 11, "I", { v: 0.1, z: "0%" }],
  ["No result", "9876543210", "11111111114", "HDFC0000001", { f: "A1*2" }, "I", "W-5"],
  ["Rounded", "9876543210", "11111111115", "HDFC0000001", { v: 1500.5, z: "#,##0" }, "I", "W-6"],
  ["Lakhs", 9876543210, "11111111116", "HDFC0000001", "1,50,000.00", "N", { v: 42, z: "\"INV-\"0000" }],
  ["Rupees", "9876543210", "11111111117", "HDFC0000001",
    { v: 150000.5, z: "[>=10000000]\"₹ \"##\\,##\\,##\\,##0.00;[>=100000]\"₹ \"##\\,##\\,##0.00;\"₹ \"##,##0.00" }, "N", "W-8"],
  ["Number", "9876543210", 123456789012, "HDFC0000001", 12.5, "I", { v: "W-9", f: "\"W-\"&9" }],
  ["Dollars", "9876543210", "11111111118", "HDFC0000001", { v: 13, z: "\"$\"#,##0.00" }, "I", "W-10"],
  ["Exponent", "9876543210", { v: 11111111119, z: "0.00E+00" }, "HDFC0000001", 14, "I", "W-11"],
];
const hiddenRow = 2; // of the rows above
const title = ["Salaries of November 2026"];
const instructions = [["How to fill this workbook"], ["Account Number", "9 to 18 digits"], ["Amount", "in rupees"]];
const wrong = [headings, ["Wrong", "9876543210", "99999999999", "HDFC0000001", 99, "I", "WRONG"]];

function sheetJsSheet(table) {
  const sheet = XLSX.utils.aoa_to_sheet(table.map((row) => row.map((cell) => (typeof cell === "object" ? null : cell))));
  table.forEach((row, r) => row.forEach((cell, c) => {
    if (typeof cell === "object") {
      sheet[XLSX.utils.encode_cell({ r, c })] = { t: typeof cell.v === "string" ? "s" : "n", ...cell };
    }
  }));
  return sheet;
}

function sheetJs(name, sheets) {
  const book = XLSX.utils.book_new();
  sheets.forEach(({ name: sheet, table, hidden = 0, hiddenRows = [] }) => {
    const made = sheetJsSheet(table);
    made["!rows"] = [];
    hiddenRows.forEach((row) => { made["!rows"][row - 1] = { hidden: true }; });
    XLSX.utils.book_append_sheet(book, made, sheet);
    book.Workbook ??= { Sheets: [] };
    book.Workbook.Sheets.push({ Hidden: hidden });
  });
  XLSX.writeFile(book, name, { compression: true });
}

async function excelJs(name, sheets) {
  const book = new ExcelJS.Workbook();
  sheets.forEach(({ name: sheet, table, hidden = 0, hiddenRows = [], hiddenColumns = [] }) => {
    const made = book.addWorksheet(sheet, { state: ["visible", "hidden", "veryHidden"][hidden] });
    table.forEach((row, r) => row.forEach((cell, c) => {
      const to = made.getCell(r + 1, c + 1);
      to.value = typeof cell !== "object" ? cell : cell.f ? { formula: cell.f, result: cell.v } : cell.v;
      if (cell.z) {
        to.numFmt = cell.z;
      }
    }));
    hiddenRows.forEach((row) => { made.getRow(row).hidden = true; });
    hiddenColumns.forEach((column) => { made.getColumn(column).hidden = true; });
    made.autoFilter = "A3:G3";
  });
  await book.xlsx.writeFile(name);
}

const payroll = { name: "Payroll", table: [title, [], headings, ...rows], hiddenRows: [3 + hiddenRow] };
sheetJs("sheetjs.xlsx", [{ name: "Old", table: wrong, hidden: 1 }, { name: "Read me", table: instructions }, payroll]);
await excelJs("exceljs.xlsx", [{ name: "Old", table: wrong, hidden: 2 }, { name: "Read me", table: instructions }, payroll]);
const november = { name: "November", table: [headings, rows[8]] };
sheetJs("sheetjs-two-sheets.xlsx", [november, { name: "Lists", table: [["IMPS"], ["NEFT"]] }, { name: "December", table: wrong }]);
await excelJs("exceljs-hidden-column.xlsx", [{ ...november, hiddenColumns: [5] }]);

import BinaryInspection
import CommandLineKit

extension ModkitCommand {
  /// Measures the cost of declarations.
  static let size = ModkitCommand(
    syntax: CommandSyntax(
      name: "size", summary: "Measure the declarations of modules: bytes, and code before main.",
      parameters: [.files], options: [.libraries, .json])
  ) { invocation in
    let report = SizeReport(try invocation.program())
    if invocation.isJSON {
      try invocation.answer(json: report)
      return .success
    }
    func table(_ title: String, _ shares: [SizeReport.Share]) -> TextTable {
      TextTable(
        columns: [title, "records", "bytes"],
        rows: shares.map { [$0.name, "\($0.records)", "\($0.bytes)"] },
        numbers: ["records", "bytes"])
    }
    let images = TextTable(
      columns: ["image", "records", "bytes", "startUpBytes"],
      rows: report.images.map { image in
        [image.name, "\(image.records)", "\(image.bytes)", "\(image.startUpBytes)"]
      },
      numbers: ["records", "bytes", "startUpBytes"])
    let largest = TextTable(
      columns: ["largest", "bytes", "place"],
      rows: report.largest.map { ["\($0.kind) \($0.key)", "\($0.bytes)", $0.place] },
      numbers: ["bytes"])
    try invocation.answer(
      tables: [
        table("module", report.modules), table("kind", report.kinds), largest, images,
      ],
      lines: [
        "\(report.records) records of \(report.bytesPerRecord) bytes on average: "
          + "\(report.bytes) bytes"
      ])
    return .success
  }
}

import Foundation
import Testing

@Test func `The landing page opens with the example that is tested here`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let example = try String(
    contentsOf: folder.appending(path: "StringifyExample.swift"), encoding: .utf8)
  let page = try String(
    contentsOf: folder.appending(
      path:
        "../../../Sources/ToolkitMacroTestSupport/ToolkitMacroTestSupport.docc/ToolkitMacroTestSupport.md"
    ),
    encoding: .utf8)
  let firstBlock = page.components(separatedBy: "```")[1]
  #expect(firstBlock == "swift\n" + example)
}

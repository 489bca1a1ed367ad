import Testing

/// A program of several images: who holds which records, and who sees them.
@Suite(.linkMatrix, .timeLimit(.minutes(5)))
struct ImageTests {
  @Test(arguments: ["-Onone", "-O"], [[], ["-whole-module-optimization"]])
  func `Records of the executable, its static modules, a linked and a loaded library are found`(
    optimization: String, unit: [String]
  ) async throws {
    let store = try await Store.compiled(.init(everywhere: [optimization], fixtures: unit))
    #expect(try await store.linkImages().run() == Store.linesOfImages)
  }
}

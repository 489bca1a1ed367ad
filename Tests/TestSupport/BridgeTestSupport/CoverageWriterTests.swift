import Bridge
import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing
import ToolkitTrace

@testable import BridgeTestSupport

/// The lines that tests write for `modkit coverage`.
@Suite struct CoverageWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a body as a test, and returns the kinds and names of the declarations that it exercised.
  private func exercised(
    _ body: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let path = folder.path("coverage")
    let writer = try CoverageWriter(inFolder: path)
    let attachment = Trace.attach(writer)
    defer { attachment.cancel() }
    try await writer.cover(test) {
      let scope = ModuleScope(
        try ModuleSelection(
          of: "BridgeTestSupportTests", including: .alone, in: Bridge.declaredGraph))
      try await scope.run(at: test.sourceLocation) {
        defer { writer.noteRelays() }
        try await body()
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.count == 1)
    let text = try files.map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
      .joined()
    let (exercised, damagedLines) = ExercisedDeclaration.read(text)
    #expect(damagedLines == [])
    #expect(Set(exercised).count == exercised.count)
    #expect(
      exercised.allSatisfy { $0.location.fileID == "BridgeTestSupportTests/ScenarioFixture.swift" })
    #expect(exercised.allSatisfy { $0.test.line == test.sourceLocation.line })
    return exercised.map { "\($0.kind) \($0.name)" }.sorted()
  }

  @Test func `An event exercises its wires, the job at their end and the route that it calls`()
    async throws
  {
    let exercised = try await exercised {
      try await Scenario().publish(.orderPlaced, Order(number: 7)).run()
    }
    #expect(
      exercised == [
        "job scenario.SendInvoice", "route ScenarioPrices/price",
        "wire event scenario.orderPlaced -> job scenario.SendInvoice (durable)",
        "wire event scenario.orderPlaced -> relay scenario.cartCount",
      ])
  }

  @Test func `A schedule that fires and a callback that runs are exercised once`() async throws {
    let exercised = try await exercised {
      try await Scenario().launch().pass(.seconds(2 * 24 * 3_600)).run()
      try await Scenario().stub("kl://ScenarioBank/refund", returning: 1)
        .trigger(.cartDidClear).run()
    }
    #expect(
      exercised == [
        "callback scenario.cartDidClear in ScenarioFixture.swift", "task scenario.Night",
      ])
  }

  @Test func `A route that a stub answers is not exercised`() async throws {
    let exercised = try await exercised {
      try await Scenario().stub(Prices.price { _ in 1 }).call("kl://ScenarioPrices/price?id=1")
        .run()
    }
    #expect(exercised == [])
  }

  @Test func `A folder that cannot be written is an error`() throws {
    let file = folder.path("file")
    try Data().write(to: URL(filePath: file))
    #expect(throws: (any Error).self) { try CoverageWriter(inFolder: "\(file)/coverage") }
  }
}

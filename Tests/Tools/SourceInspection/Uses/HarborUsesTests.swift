import BinaryRecords
import Declarations
import Foundation
import ModularityTestSupport
import ModuleGraph
import SourceInspection
import Testing

@testable import SourceInspection

/// The uses of Harbor, whose modules import no module but their contract.
@Suite(.enabled(if: Harbor.isIndexed, "the tests were built without an index store"))
struct HarborUsesTests {
  private let uses: ProgramUses

  init() async {
    uses = await outsideOfTasks {
      UseReader().read(
        UseRequest(programs: [Harbor.path], modules: ["HarborCargo", "HarborContracts"]))
    }
  }

  @Test func `An event is triggered by the module whose code does it`() {
    let landing = uses.uses.filter { $0.kind == .triggers && $0.name == "containerDidLand" }
    #expect(landing.map(\.module) == ["HarborCargo"])
    #expect(landing.map(\.location?.fileID) == ["HarborCargo/UnloadShip.swift"])
  }

  @Test func `Calls of contracts have the locations of the records, and their callers`() throws {
    let records = try BinaryFile(path: Harbor.path).records.filter { $0.kind == .contract }
    let contracts = Dictionary(
      uniqueKeysWithValues: records.map {
        (CodeLocation(fileID: $0.fileID, line: $0.line), $0.key)
      })
    let calls = uses.uses.filter { $0.target == .contract }
    #expect(calls.allSatisfy { $0.declaration.flatMap { contracts[$0] } == $0.name })
    var callers: [String: Set<String>] = [:]
    for call in calls { callers[call.name, default: []].insert(call.module) }
    #expect(
      callers == [
        "kl://Berths/plan": ["HarborBerths"], "kl://Cargo/release": ["harbor"],
        "kl://Customs/clear": ["HarborCustoms"], "kl://Notices/post": ["HarborNotices"],
      ])
  }

  @Test func `The type of a task is known where the source has it`() throws {
    let found = uses.typeNames["task:UnloadShip"] ?? [:]
    #expect(Array(found.keys) == ["HarborCargo/UnloadShip.swift"])
    let path = try #require(uses.paths["HarborCargo/UnloadShip.swift"])
    let lines = LineTable(try String(contentsOfFile: path, encoding: .utf8))
    for range in found["HarborCargo/UnloadShip.swift"] ?? [] {
      #expect(lines.text(in: range) == "UnloadShip")
    }
  }

  @Test func `Only modules that were linked are looked at, and not the toolkit's`() {
    let modules = Set(uses.paths.keys.map { String($0.prefix { $0 != "/" }) })
    #expect(modules.isSuperset(of: ["HarborBerths", "HarborContracts", "harbor"]))
    #expect(modules.isDisjoint(with: ToolkitModules.names))
    #expect(!modules.contains("HarborTests"))
  }
}

private enum Harbor {
  static let path = Bundle.main.bundleURL.appending(path: "harbor").path

  static let isIndexed =
    FileManager.default.fileExists(atPath: path) && ProgramFiles.indexStore(of: path) != nil
}

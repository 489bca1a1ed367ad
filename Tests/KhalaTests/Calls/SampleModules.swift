import SectionRegistry
import Synchronization

@testable import Khala

// Routing classes as the macro declares them, written out: these tests are about
// what happens to the declarations.

/// The seed of all examples.
final class SampleModule: Sendable {
  func server(_ info: [String: Any]) -> Int {
    (info["value"] as? Int) ?? (info["value"] as? String).flatMap(Int.init) ?? 0
  }

  func forClosures(_ success: KhalaClosure, failure: KhalaClosure) {
    success(["success": #function])
    failure(["failure": #function])
  }

  static func __khalaTable() -> __KhalaTable<SampleModule> {
    __KhalaTable(
      make: { SampleModule() },
      functions: [
        .sync("server", [.info]) { module, arguments in module.server(arguments.info) },
        .sync("forClosures", [.closure, .closure]) { module, arguments in
          module.forClosures(arguments.closure(0), failure: arguments.closure(1))
          return nil
        },
      ])
  }
}

#record("khla", key: "SampleModule", as: __KhalaModuleRecord.self) {
  __KhalaModuleRecord { name in
    RoutingClassOf(name: name, lifetime: .cached, table: SampleModule.__khalaTable)
  }
}

/// One that belongs to the main actor.
@MainActor
final class ScreenModule: KhalaProtocol {
  private var visits = 0

  func visit() -> Int {
    visits += 1
    return visits
  }

  static func __khalaTable() -> __KhalaTable<ScreenModule> {
    __KhalaTable(
      make: { ScreenModule() },
      functions: [.sync("visit", []) { module, _ in module.visit() }])
  }
}

#record("khla", key: "ScreenModule", as: __KhalaModuleRecord.self) {
  __KhalaModuleRecord { name in
    RoutingClassOf(name: name, lifetime: .cached, table: ScreenModule.__khalaTable)
  }
}

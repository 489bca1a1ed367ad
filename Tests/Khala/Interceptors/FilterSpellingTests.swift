import Foundation
import Testing

@testable import Khala

@KhalaModule("Spelt") final class SpeltModule {
  func dump() -> String { "dumped" }
}

/// What filters and interceptors decide by, whatever the spelling of a URL.
@Suite struct FilterSpellingTests {
  /// All of these lead to the same function.
  static let spellings = [
    "kl://Spelt/dump", "kl:Spelt/dump", "kl:/Spelt/dump", "kl:///Spelt/dump", "kl:////Spelt/dump",
    "Spelt/dump", "/Spelt/dump", "//Spelt/dump", "///Spelt/dump", "////Spelt//dump//",
    "kl://Spelt//dump/", "kl://Spelt/dump?a=1", "kl://Spelt/dump#x", "kl:/Spelt/dump?a#x",
    "kl://%53pelt/d%75mp", "%53pelt/d%75mp", "kl://u:p@Spelt:80/dump", "KL://Spelt/dump",
    "other://Spelt/dump", "other:Spelt/dump", "file:///Spelt/dump", "kl:///%53pelt/dump",
  ]

  @Test(arguments: spellings)
  func `A URL has the module and function of its route`(text: String) throws {
    let node = KhalaNode(CallContents(address: try RouteAddress(text)))
    #expect(node.module == "Spelt")
    #expect(node.function == "dump")
    #expect(node.components == ["Spelt", "dump"])
    let request = KhalaRequest(node)
    #expect(request.module == "Spelt" && request.function == "dump")
    #expect(request.components == ["Spelt", "dump"])
    #expect(try Khala(str: text)!.call(as: String.self) == "dumped")
  }

  @Test func `A call without a name has no module, and one without a path no function`()
    throws
  {
    let nothing = KhalaNode(CallContents(address: try RouteAddress("kl:///")))
    #expect(nothing.module == nil && nothing.function == nil && nothing.components.isEmpty)
    let module = KhalaNode(CallContents(address: try RouteAddress("kl://Spelt")))
    #expect(module.module == "Spelt" && module.function == nil)
    let path = KhalaNode(CallContents(address: try RouteAddress("kl://Spelt/a/b%2Fc")))
    #expect(path.function == "a/b/c")
    #expect(path.components == ["Spelt", "a", "b/c"])
  }

  // In a process of its own: filters and interceptors belong to all calls.
  @Test func `A filter that denies a module denies every spelling of it`() async {
    await #expect(processExitsWith: .success) {
      Khala.isEnabledAssert = false
      Khala.errorHandler = { _ in }
      Khala.rewrite.filters.append(
        RewriteFilter { node in
          guard node.module != "Spelt" else { throw KhalaDenial("debugging is off") }
          return node
        })
      for text in FilterSpellingTests.spellings {
        let error = #expect(throws: KhalaError.self, "\(text)") {
          try Khala(str: text)!.call(as: String.self)
        }
        #expect(error?.code == .denied, "\(text)")
        #expect(Khala(str: text)?.register() == false)
      }
    }
  }

  @Test func `An interceptor without a scheme applies to every spelling of a URL`() async {
    await #expect(processExitsWith: .success) {
      try Khala.intercept("Spelt/{*rest}") { _ in throw KhalaDenial("debugging is off") }
      for text in FilterSpellingTests.spellings {
        let error = #expect(throws: KhalaError.self, "\(text)") {
          try Khala(str: text)!.call(as: String.self)
        }
        #expect(error?.code == .denied, "\(text)")
      }
    }
  }
}

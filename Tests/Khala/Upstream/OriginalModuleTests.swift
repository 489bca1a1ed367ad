import Foundation
import Khala
import ModularityTestSupport
import Testing

// Classes as the original's documentation has them: not final, and of `NSObject`.

@KhalaModule
class OriginalModule: NSObject {
  let greeting = "hello"
  private let suffix: String = "!"

  func greet(_ info: [String: Any]) -> String { greeting + suffix }
}

private class CustomRewrite: NSObject, KhalaRewrite {
  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["value"] = "custom"
    return try applyFilters(to: node)
  }
}

private class CountingRewrite: KhalaRewrite {
  var filters: [RewriteFilter] = []
}

private class CustomHistory: NSObject, KhalaHistory {
  func write(_ value: KhalaNode) { written.record(value.url.absoluteString) }
}

private let written = EventRecorder<String>()

@Suite struct OriginalModuleTests {
  @Test func `A routing class needs no final`() throws {
    #expect(try Khala(str: "kl://OriginalModule/greet")?.call(as: String.self) == "hello!")
  }

  @Test func `Khala keeps the filters of a rewrite module without storage`() throws {
    Khala.withFreshState {
      Khala.rewrite = CustomRewrite()
      #expect(Khala.rewrite.filters.isEmpty)
      #expect(Khala(str: "kl://OriginalModule/greet")?.node.params["value"] as? String == "custom")

      let denial = RewriteFilter { _ in throw KhalaDenial("closed") }
      Khala.rewrite.filters.append(denial)
      #expect(throws: KhalaError.self) {
        try Khala(str: "kl://OriginalModule/greet")?.call(as: String.self)
      }
      let other = CustomRewrite()
      #expect(other.filters.isEmpty)
      Khala.rewrite.remove(filter: denial)
      #expect(Khala.rewrite.filters.isEmpty)
    }
  }

  @Test func `Filters end with their module, and a module may keep its own`() throws {
    weak var gone: CustomRewrite?
    do {
      let rewrite = CustomRewrite()
      rewrite.filters = [RewriteFilter { $0 }]
      gone = rewrite
    }
    #expect(gone == nil)
    // Most often at the same address.
    for _ in 1...100 { #expect(CustomRewrite().filters.isEmpty) }
    let counting = CountingRewrite()
    (counting as any KhalaRewrite).add(filter: RewriteFilter { $0 })
    #expect(counting.filters.count == 1)
  }

  @Test func `Khala keeps whether a history without storage is enabled`() {
    Khala.withFreshState {
      Khala.history = CustomHistory()
      #expect(!Khala.isEnabledLog)
      Khala(str: "kl://OriginalModule/greet")?.call()
      #expect(written.events.isEmpty)
      Khala.isEnabledLog = true
      #expect(Khala.history.isEnabled)
      Khala(str: "kl://OriginalModule/greet")?.call()
      #expect(written.events == ["kl://OriginalModule/greet"])
      Khala.history.isEnabled = false
      Khala(str: "kl://OriginalModule/greet")?.call()
      #expect(written.events.count == 1)
      #expect(!CustomHistory().isEnabled)
    }
  }

  @Test func `A call is an object, each equal to itself`() throws {
    let call: NSObject = try #require(Khala(str: "kl://OriginalModule/greet"))
    #expect(call == call)
    #expect(call != Khala(str: "kl://OriginalModule/greet"))
  }

  @Test(arguments: [
    ("kl://OriginalModule/say hello", "the space at offset 23", "'%20'"),
    ("kl://OriginalModule/100%", "the percent sign at offset 23", "'%25'"),
  ])
  func `A string that is no URL is reported with the reason and the fix`(
    url: String, reason: String, fix: String
  ) {
    Khala.withFreshState {
      let errors = EventRecorder<KhalaError>()
      Khala.errorHandler = { errors.record($0) }
      #expect(Khala(str: url) == nil)
      #expect(KhalaNotify(str: url) == nil)
      #expect(errors.events.map(\.code) == [.invalidURL, .invalidURL])
      for error in errors.events {
        #expect(error.message.contains(reason) && error.message.contains(fix))
        #expect(error.fileID == #fileID)
      }
      let explanation = Khala.explain(url)
      #expect(explanation.description.contains(reason))
      #expect(explanation.description.contains(fix))
    }
  }
}

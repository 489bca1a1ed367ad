import Foundation
import Khala
import ModularityTestSupport
import Testing

/// What the article "What Khala Promises" says and no other suite holds it to.
@Suite struct PromiseTests {
  init() {
    Khala.isEnabledAssert = false
  }

  @Test func `A call passes filters, stubs, interceptors, routes and fallbacks, in this order`()
    throws
  {
    let passed = EventRecorder<String>()
    let filter = RewriteFilter { node in
      if node.url.host == "Promised.order" { passed.record("filter") }
      return node
    }
    Khala.rewrite.add(filter: filter)
    let interceptor = try Khala.intercept("Promised.order/{name}") { _ in
      passed.record("interceptor")
    }
    let route = try Khala.route("Promised.order/f") { _ in passed.record("route") }
    let fallback = Khala.fallback(scheme: "promised") { _, _ in passed.record("fallback") }
    defer {
      Khala.rewrite.remove(filter: filter)
      interceptor.cancel()
      route.cancel()
      fallback.cancel()
    }
    Khala(str: "promised://Promised.order/f")?.call()
    #expect(passed.reset() == ["filter", "interceptor", "route"])
    Khala(str: "promised://Promised.order/g")?.call()
    #expect(passed.reset() == ["filter", "interceptor", "fallback"])
    try Khala.withStub("Promised.order/{name}", answering: { _ in passed.record("stub") }) {
      for name in ["f", "g"] { Khala(str: "promised://Promised.order/\(name)")?.call() }
    }
    #expect(passed.events == ["filter", "stub", "filter", "stub"])
  }

  @Test func `A call keeps the interceptors and fallbacks that it started with`() throws {
    let asked = EventRecorder<String>()
    let added = EventRecorder<KhalaInterceptor>()
    let fallback = Khala.fallback(scheme: "promised2") { _, _ in asked.record("fallback") }
    let first = try Khala.intercept("promised2://Promised.kept/f") { _ in
      asked.record("first")
      fallback.cancel()
      added.record(
        try Khala.intercept("promised2://Promised.kept/f") { _ in asked.record("second") })
    }
    try Khala(str: "promised2://Promised.kept/f")!.call(as: Void.self)
    #expect(asked.reset() == ["first", "fallback"])
    first.cancel()
    #expect(throws: KhalaError.self) {
      try Khala(str: "promised2://Promised.kept/f")!.call(as: Void.self)
    }
    #expect(asked.events == ["second"])
    for interceptor in added.events { interceptor.cancel() }
  }

  // In a process of its own, since it changes everything there is.
  @Test func `No lock is held while foreign code runs`() async {
    await #expect(processExitsWith: .success) {
      Khala.history = MeddlingHistory()
      Khala.errorHandler = { _ in Meddling.meddle("error handler") }
      Khala.rewrite.add(
        filter: RewriteFilter { node in
          if node.url.host == "MeddlingModule" { Meddling.meddle("filter") }
          return node
        })
      try Khala.intercept("MeddlingModule/{*rest}") { _ in Meddling.meddle("interceptor") }
      Khala.fallback(scheme: "kl") { _, error in
        Meddling.meddle("fallback")
        throw error
      }
      Khala.isEnabledAssert = false
      Khala(str: "kl://MeddlingModule/f")?.call()
      #expect(
        Meddling.places.reset() == ["filter", "history", "interceptor", "init", "function"])
      Khala(str: "kl://MeddlingModule")?.unregister()
      #expect(Meddling.places.reset() == ["filter", "deinit"])
      Khala(str: "kl://MeddlingModule/g")?.call()
      #expect(
        Meddling.places.reset() == [
          "filter", "history", "interceptor", "fallback", "error handler",
        ])
    }
  }

  @Test func `A call that throws stops nothing, whatever is wrong`() async {
    await #expect(processExitsWith: .success) {
      Khala.isEnabledAssert = true
      for (url, code) in [
        ("kl://Nobody/f", KhalaError.Code.classNotFound),
        ("kl://CallSample", .invalidURL),
        ("kl://CallSample/nowhere", .functionNotFound),
        ("kl://CallSample/typed?value=x", .invalidArgument),
        ("kl://CallSample/failing", .functionFailed),
        ("kl://CallSample/description", .unexpectedResult),
        ("kl://CallSampleCounter/next", .needsAsync),
      ] {
        let error = #expect(throws: KhalaError.self) { try Khala(str: url)!.call(as: Int.self) }
        #expect(error?.code == code)
      }
    }
  }
}

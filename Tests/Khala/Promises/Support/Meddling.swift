import Foundation
import Khala
import ModularityTestSupport

/// Code that changes everything that can be changed, from wherever Khala runs it.
enum Meddling {
  /// From where it was called.
  static let places = EventRecorder<String>()

  static func meddle(_ place: String) {
    places.record(place)
    Khala.language = .en
    Khala.errorHandler = Khala.errorHandler
    let filter = RewriteFilter { $0 }
    Khala.rewrite.add(filter: filter)
    Khala.rewrite.remove(filter: filter)
    Khala.fallback(scheme: "meddled") { _, _ in 0 }.cancel()
    Khala(str: "kl://MendedOffice")?.register()
    Khala(str: "kl://MendedOffice")?.unregister()
    _ = (Khala.routes, PseudoClass.cache, Khala.explain("kl://MendedOffice/own"))
    do {
      try Khala.intercept("kl://Meddled/f") { _ in }.cancel()
      let route = try Khala.route("kl://Meddled/f") { _ in 1 }
      _ = try Khala(str: "kl://Meddled/f")?.call(as: Int.self)
      route.cancel()
    } catch {
      places.record("failed at \(place): \(error)")
    }
  }
}

/// A routing class that does so when it is made, called, and let go of.
@KhalaModule
final class MeddlingModule {
  init() { Meddling.meddle("init") }

  deinit { Meddling.meddle("deinit") }

  func f() { Meddling.meddle("function") }
}

/// A log that does so with every call of that class.
final class MeddlingHistory: KhalaHistory {
  var isEnabled: Bool {
    get { true }
    set {}
  }

  func write(_ value: KhalaNode) {
    if value.url.host == "MeddlingModule" { Meddling.meddle("history") }
  }
}

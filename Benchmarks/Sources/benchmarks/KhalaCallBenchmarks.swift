import BenchmarkHarness
import Foundation
import Khala
import SectionRegistry
import Synchronization

#record("bnch", key: "Khala: call by URL, with two values") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 5)]) {
    guard Khala(str: calledURL)?.call() as? Int == 2 else {
      throw BenchmarkError.preparationFailed("\(calledURL) does not call its function")
    }
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations { blackHole(Khala(str: calledURL)?.call()) }
      },
      baseline: callingByFoundation())
  }
}

private let calledURL = "kl://CalledModule/count?a=1&b=2"

/// A routing class with a function that does next to nothing.
@KhalaModule
final class CalledModule {
  func count(_ info: [String: Any]) -> Int { info.count }

  init() {}
}

/// The same with Foundation's means: the URL is read, its query taken out, and the
/// function found by what is left.
private func callingByFoundation() -> Work {
  let table = FunctionTable()
  table.functions.withLock { $0["kl://CalledModule/count"] = { $0.count } }
  return Work { iterations in
    for _ in 0..<iterations { blackHole(table.call(calledURL)) }
  }
}

private final class FunctionTable: Sendable {
  typealias Function = @Sendable ([String: Any]) -> Any?

  let functions = Mutex<[String: Function]>([:])

  func call(_ text: String) -> Any? {
    guard let url = URL(string: text),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return nil }
    var info: [String: Any] = [:]
    for item in components.queryItems ?? [] { info[item.name] = item.value }
    components.query = nil
    guard let key = components.string, let function = functions.withLock({ $0[key] }) else {
      return nil
    }
    return function(info)
  }
}

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

// The usual form: a function reads the two values as its parameters, and there is no
// dictionary on either side.
#record("bnch", key: "Khala: call by URL, with two parameters") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 5)]) {
    guard Khala(str: summedURL)?.call() as? Int == 3 else {
      throw BenchmarkError.preparationFailed("\(summedURL) does not call its function")
    }
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations { blackHole(Khala(str: summedURL)?.call()) }
      },
      baseline: summingByFoundation())
  }
}

private let calledURL = "kl://CalledModule/count?a=1&b=2"
private let summedURL = "kl://CalledModule/sum?a=1&b=2"

/// A routing class with functions that do next to nothing.
@KhalaModule
final class CalledModule {
  func count(_ info: [String: Any]) -> Int { info.count }

  func sum(a: Int, b: Int) -> Int { a + b }

  init() {}
}

/// The same with Foundation's means: the URL is read, its query taken out, and the
/// function found by what is left.
private func callingByFoundation() -> Work {
  let table = FunctionTable()
  table.functions.withLock {
    $0["kl://CalledModule/count"] = { items in
      var info: [String: Any] = [:]
      for item in items { info[item.name] = item.value }
      return info.count
    }
  }
  return Work { iterations in
    for _ in 0..<iterations { blackHole(table.call(calledURL)) }
  }
}

/// The same for the function with two parameters.
private func summingByFoundation() -> Work {
  let table = FunctionTable()
  table.functions.withLock {
    $0["kl://CalledModule/sum"] = { items in
      func value(_ name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap { Int($0) }
      }
      guard let a = value("a"), let b = value("b") else { return nil }
      return a + b
    }
  }
  return Work { iterations in
    for _ in 0..<iterations { blackHole(table.call(summedURL)) }
  }
}

private final class FunctionTable: Sendable {
  typealias Function = @Sendable ([URLQueryItem]) -> Any?

  let functions = Mutex<[String: Function]>([:])

  func call(_ text: String) -> Any? {
    guard let url = URL(string: text),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return nil }
    let items = components.queryItems ?? []
    components.query = nil
    guard let key = components.string, let function = functions.withLock({ $0[key] }) else {
      return nil
    }
    return function(items)
  }
}

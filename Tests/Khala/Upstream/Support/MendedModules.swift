import Foundation
import Khala

// What `WhatUpstreamGotWrongTests` calls.

/// Overloads, which tell themselves apart by the values they take.
@KhalaModule
final class MendedOverloads {
  func find(id: Int) -> String { "by id \(id)" }
  func find(name: String) -> String { "by name \(name)" }
  func find(id: Int, name: String) -> String { "by both" }

  // The two of the document's example of what did not work.
  func server(_ info: [String: Any]) -> Int { 1 }

  func server(_ info: [String: Any], closure: KhalaClosure) -> Int {
    closure(["value": 2])
    return 2
  }

  func server(_ success: KhalaClosure, failure: KhalaClosure) -> Int {
    success(["value": 3])
    failure(["value": 4])
    return 3
  }
}

/// A class that is open to calls from outside, apart from what says otherwise.
@KhalaModule(access: .external)
final class MendedShowroom {
  func open(times: Int = 1) -> Int { times }
  func failing() throws -> Int { throw Mishap() }
  func suspending() async -> Int { 1 }
  func forClosures(_ success: KhalaClosure, failure: KhalaClosure) -> Int { 2 }

  @KhalaExported(access: .internal) func own() -> Int { 3 }

  struct Mishap: Error {}
}

/// A class that is the program's own, apart from what says otherwise.
@KhalaModule
final class MendedOffice {
  func own(id: Int = 0) -> Int { id }

  @KhalaExported(access: .external) func counter(id: Int) -> Int { id }

  @Route("mended/desk/{id:Int}", access: .external) func desk(id: Int) -> Int { id }
}

/// A class with more than what it offers.
@KhalaModule
final class MendedSurface {
  var readable: Int {
    get { 1 }
    set { _ = newValue }
  }

  func offered() -> Int { 1 }

  @KhalaIgnored func ignored() -> Int { 2 }

  private func hidden() -> Int { 3 }

  static func shared() -> Int { 4 }

  // Here for the tests to see that it is not offered.
  func callHidden() -> Int { hidden() }
}

/// A class that declares nothing.
final class MendedUndeclared {
  func offered() -> Int { 1 }
}

/// Results of every sort.
@KhalaModule
final class MendedResults {
  struct Point: Equatable { var x: Int, y: Double, name: String }
  enum Side: Equatable { case left, right(Int) }
  final class Box { let value = 7 }

  func int8() -> Int8 { -8 }
  func int16() -> Int16 { -16 }
  func int32() -> Int32 { -32 }
  func int64() -> Int64 { .min }
  func uint8() -> UInt8 { .max }
  func uint32() -> UInt32 { .max }
  func uint() -> UInt { .max }
  func float() -> Float { 44.44 }
  func fraction() -> Double { -66.66 }
  func bool() -> Bool { false }
  func character() -> Character { "中" }
  func string() -> String { "text" }
  func structure() -> Point { Point(x: 1, y: 2.5, name: "p") }
  func enumeration() -> Side { .right(5) }
  func tuple() -> (Int, name: String) { (1, name: "one") }
  func closure() -> @Sendable (Int) -> Int { { $0 + 1 } }
  func function() -> KhalaClosure { { _ in } }
  func type() -> any Any.Type { Point.self }
  func object() -> Box { Box() }
  func range() -> ClosedRange<Int> { 1...3 }
  func array() -> [Any] { [1, "two", 3.0] }
  func url() -> URL? { URL(string: "kl://a") }
  func missing() -> Int? { nil }
  func none() {}
  func any() -> Any { 5 as UInt16 }
}

/// A class that keeps what it is given, and counts how often it is called.
@KhalaModule
actor MendedKeeper {
  private var kept: [KhalaClosure] = []
  private var calls = 0

  func keep(_ closure: @escaping KhalaClosure) {
    calls += 1
    kept.append(closure)
  }

  func tell() -> Int {
    for closure in kept { closure(["calls": calls]) }
    return kept.count
  }
}

/// A class whose values have types.
@KhalaModule
final class MendedValues {
  func all(a: [Int], flag: Bool, name: String?) -> String {
    "\(a) \(flag) \(name ?? "nobody")"
  }

  func keys(_ info: [AnyHashable: Any]) -> Int { info.count }

  func texts(_ info: [String: Any]) -> Int { info.count }
}

// Classes that are notified of one thing.

@KhalaModule
final class MendedListenerB {
  func mendedNews(_ info: KhalaInfo, heard: KhalaClosure) -> String? {
    heard(["by": "B"])
    return "B \(info["value"] ?? "nothing")"
  }
}

@KhalaModule
final class MendedListenerA {
  func mendedNews(heard: KhalaClosure) -> Int? {
    heard(["by": "A"])
    return 1
  }
}

@KhalaModule
final class MendedListenerC {
  func mendedNews() -> Int? { nil }
}

@KhalaModule
actor MendedArchive {
  private var kept = 0

  func mendedClosing() async {
    await Task.yield()
    kept += 1
  }

  func mendedKept() -> Int { kept }
}

@KhalaModule
@MainActor
final class MendedScreen {
  private var isDark = false

  func mendedClosing() {
    MainActor.preconditionIsolated()
    isDark = true
  }

  func mendedKept() -> Int { isDark ? 1 : 0 }
}

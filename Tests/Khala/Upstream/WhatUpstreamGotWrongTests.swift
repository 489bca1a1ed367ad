import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

/// What went wrong in the original, and does not here.
@Suite struct WhatUpstreamGotWrongTests {
  // MARK: - Finding a function

  @Test func `Overloads are told apart by their parameters, or an error`()
    throws
  {
    for (query, found) in ["id=5": "by id 5", "name=a": "by name a", "name=a&id=5": "by both"] {
      let call = try #require(Khala(str: "kl://MendedOverloads/find?\(query)"))
      #expect(try call.call(as: String.self) == found)
    }
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://MendedOverloads/find")!.call(as: String.self)
    }
    #expect(error?.code == .invalidArgument)
    #expect(
      error?.message.hasSuffix("\n0: find(id:)\n1: find(name:)\n2: find(id:name:)") == true)
  }

  @Test func `Every component of the path must match, and a final slash is ignored`() throws {
    for url in ["kl://MendedSurface/x/offered", "kl://MendedSurface/offered/x"] {
      let error = #expect(throws: KhalaError.self) { try Khala(str: url)!.call(as: Int.self) }
      #expect(error?.code == .functionNotFound)
    }
    for url in ["kl://MendedSurface/offered/", "kl://MendedSurface//offered"] {
      #expect(try Khala(str: url)!.call(as: Int.self) == 1)
    }
  }

  @Test(arguments: [
    "init", "deinit", "dealloc", ".cxx_destruct", "ignored", "hidden", "shared", "setReadable:",
    "setReadable", "offered:", "class", "isa", "performSelector:",
  ])
  func `Only offered functions can be called by URL`(name: String) {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://MendedSurface/\(name)")!.call(as: Any?.self)
    }
    #expect(error?.code == .functionNotFound)
  }

  @Test(arguments: ["MendedUndeclared", "KhalaTests.MendedUndeclared", "NSObject", "Thread"])
  func `Only declared classes are routing classes`(name: String) {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://\(name)/offered")!.call(as: Any?.self)
    }
    #expect(error?.code == .classNotFound)
  }

  @Test func `The functions of a class are listed once, and not at every call`() throws {
    let lists = EventRecorder<Void>()
    let record = __KhalaModuleRecord("Listed", lifetime: .cached) {
      lists.record(())
      return __KhalaTable(
        make: { MendedUndeclared() },
        functions: [.sync("offered", []) { module, _ in module.offered() }])
    }
    let owner = RoutingClass(record)
    for _ in 1...3 {
      let arguments = KhalaArguments(function: "offered")
      let result = try owner.functions[0].call(
        with: arguments, for: CodeLocation(fileID: #fileID, line: #line), notifying: [])
      #expect(result as? Int == 1)
    }
    #expect(lists.events.count == 1)
  }

  // MARK: - Values and closures

  @Test func `A dictionary is passed to calls with any number of arguments`() throws {
    let call = try #require(Khala(str: "kl://CallSample/server6?a=1"))
    for given in 1...2 {
      let error = #expect(throws: KhalaError.self) {
        try call.call(as: Int.self, blocks: Array(repeating: { _ in }, count: given))
      }
      #expect(error?.code == .tooFewClosures)
    }
  }

  @Test func `A closure may be kept by the module`() async throws {
    let told = EventRecorder<Int>()
    do {
      let keep = try #require(Khala(str: "kl://MendedKeeper/keep"))
      try await keep.callAsync(
        as: Void.self, blocks: [{ info in told.record(info["calls"] as? Int ?? 0) }])
    }
    let tell = try #require(Khala(str: "kl://MendedKeeper/tell"))
    #expect(try await tell.callAsync(as: Int.self) == 1)
    #expect(told.events == [1])
  }

  @Test func `A missing closure is an error if others were given`() {
    let told = EventRecorder<String>()
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSample/forClosures")!.call(
        as: Void.self, blocks: [{ told.record("\($0)") }])
    }
    #expect(error?.code == .tooFewClosures)
    #expect(told.events == [])
  }

  @Test func `No value of a query is lost, and each has the requested type`() throws {
    #expect(
      try Khala(str: "kl://MendedValues/all?a=1&a=2&flag&name=")!.call(as: String.self)
        == "[1, 2] true ")
    #expect(
      try Khala(str: "kl://MendedValues/all?a=3&flag=0")!.call(as: String.self)
        == "[3] false nobody")
  }

  @Test func `A key need not be a text`() throws {
    let params: [AnyHashable: Any] = [5: "five", "six": 6]
    #expect(try Khala(str: "kl://MendedValues/keys", params: params)!.call(as: Int.self) == 2)
    #expect(try Khala(str: "kl://MendedValues/texts", params: params)!.call(as: Int.self) == 1)
  }

  // MARK: - Errors

  @Test func `A call without a result differs from a call that was not made`() throws {
    #expect(try Khala(str: "kl://MendedResults/missing")!.call(as: Int?.self) == nil)
    for url in ["kl://MendedResults/mising", "kl://MendedResult/missing", "kl://MendedResults"] {
      #expect(throws: KhalaError.self) { try Khala(str: url)!.call(as: Int?.self) }
    }
  }

  // MARK: - Rewriting

  @Test func `A filter applies to its module`() {
    final class OwnRewrite: KhalaRewrite {
      private let list = EventRecorder<RewriteFilter>()
      var filters: [RewriteFilter] {
        get { list.events }
        set {
          list.reset()
          for filter in newValue { list.record(filter) }
        }
      }
    }
    let filter = RewriteFilter { $0 }
    let rewrite = OwnRewrite()
    rewrite.add(filter: filter)
    #expect(rewrite.filters.count == 1)
    #expect(!Khala.rewrite.filters.contains { $0 === filter })
    rewrite.remove(filter: filter)
    #expect(rewrite.filters.isEmpty)
  }

  @Test func `The query of a rewritten URL counts, before that of the first`() async {
    await #expect(processExitsWith: .success) {
      let filter = RewriteFilter { node in
        guard node.url.host == "Old" else { return node }
        node.url = URL(string: "kl://MendedValues/all?a=7&flag=0")!
        return node
      }
      Khala.rewrite.filters.append(filter)
      #expect(Khala(str: "kl://Old/f?a=1&name=x")?.call() as? String == "[7, 1] false x")
      // And the filter can be taken out again.
      Khala.rewrite.remove(filter: filter)
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://Old/f?a=1&name=x")!.call(as: String.self)
      }
      #expect(error?.code == .classNotFound)
    }
  }

  @Test func `A filter can reject, and cannot cause an endless loop`() async {
    await #expect(processExitsWith: .success) {
      // Each sends a call to where the other takes it away.
      for (from, to) in [("Here", "There"), ("There", "Here")] {
        Khala.rewrite.filters.append(
          RewriteFilter { node in
            if node.url.host == from { node.url = URL(string: "kl://\(to)/f")! }
            return node
          })
      }
      Khala.rewrite.filters.append(
        RewriteFilter { node in
          if node.module == "Here" { throw KhalaDenial("the module Here is closed") }
          return node
        })
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://Here/f")!.call(as: Void.self)
      }
      #expect(error?.code == .denied)
      #expect(error?.message.contains("the module Here is closed") == true)
    }
  }

  @Test func `A removed query leaves no question mark`() {
    #expect(
      Khala(str: "kl://SwiftClass/double?test=666#part")?.node.url.absoluteString
        == "kl://SwiftClass/double#part")
    #expect(
      Khala(str: "kl://SwiftClass/double?")?.node.url.absoluteString == "kl://SwiftClass/double")
  }

  // MARK: - Notifications

  @Test func `Answers to a notification are ordered by name, and closures are called`() {
    for name in ["C", "A", "B"] { Khala(str: "kl://MendedListener\(name)")?.register() }
    let heard = EventRecorder<String>()
    let notify = KhalaNotify(str: "kl://mendedNews?value=1")
    let answers = notify?.callLabeled(blocks: [{ heard.record("\($0["by"] ?? "none")") }])
    #expect(
      answers?.map { "\($0.name): \($0.value ?? "nothing")" } == [
        "MendedListenerA: 1", "MendedListenerB: B 1", "MendedListenerC: nothing",
      ])
    #expect(heard.events == ["A", "B"])
    #expect(notify?.call().map { "\($0)" } == ["1", "B 1"])
  }

  @Test func `Batches of classes are registered, and not just named`() async {
    await #expect(processExitsWith: .success) {
      let names = Khala.registWithKhalaProtocol()
      #expect(names.contains("SwiftClass"))
      #expect(PseudoClass.cache.keys.sorted() == names)
    }
  }

  // MARK: - The process

  @Test func `All settings may be set by many threads at once`() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for round in 0..<200 {
          let filter = RewriteFilter { $0 }
          Khala.rewrite.add(filter: filter)
          Khala.language = round.isMultiple(of: 2) ? .en : .cn
          Khala.errorHandler = { _ in }
          Khala(str: "kl://SwiftClass/double?thread=\(thread)")?.call()
          if thread == 0 { Khala(str: "kl://SwiftClass")?.unregister() }
          if !round.isMultiple(of: 4) { Khala.rewrite.remove(filter: filter) }
        }
      }
      #expect(Khala.rewrite.filters.count == 8 * 50)
    }
  }

  // MARK: - The log

  @Test func `A log writes nothing until it is enabled, and redacts given keys`() throws {
    let world = try LogWorld(at: "2018-12-01T23:59:59Z")
    let log = KhalaLog(configuration: world.configuration { $0.redactedKeys = ["password"] })
    let node = try #require(Khala(str: "kl://A/b?test=666", params: ["password": "secret"])).node
    log.write(node)
    #expect(!FileManager.default.fileExists(atPath: world.folder.path))
    log.isEnabled = true
    log.write(node)
    world.pass(1)
    log.write(node)
    log.close()
    // Whole lines, in UTC, and the next day has a file of its own: its first, or the next
    // where that was just being looked at.
    let line = #"kl://A/b  {"password":"•••","test":"666"}"#
    let names = world.names.compactMap(LogFileName.init).sorted()
    #expect(names.map { "\($0.day)" } == ["2018-12-01", "2018-12-02"])
    #expect(
      try names.map { try world.text($0.description) } == [
        "2018-12-01 23:59:59  \(line)\n", "2018-12-02 00:00:00  \(line)\n",
      ])
  }
}

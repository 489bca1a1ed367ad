import Testing

@testable import Khala

/// Functions of one name, told apart by the names of their values and by how many
/// closures they take.
@Suite struct OverloadTests {
  private final class Module: Sendable {}

  /// A board with one class, whose functions say which of them was called.
  private func board(
    _ overloads: [([__KhalaParameter], KhalaAccess)]
  ) -> RouteBoard {
    let table: @Sendable () -> __KhalaTable<Module> = {
      __KhalaTable(
        make: { Module() },
        functions: overloads.enumerated().map { number, overload in
          .sync("f", overload.0, access: overload.1) { _, _ in number }
        })
    }
    return RouteBoard(classes: [
      RoutingClass(__KhalaModuleRecord("Overloads", lifetime: .cached, table))
    ])
  }

  private func called(
    _ overloads: [[__KhalaParameter]], _ query: String, closures: Int? = nil
  ) throws(KhalaError) -> Int? {
    try called(overloads.map { ($0, .internal) }, query, closures: closures, isExternal: false)
  }

  private func called(
    _ overloads: [([__KhalaParameter], KhalaAccess)], _ query: String, closures: Int? = nil,
    isExternal: Bool
  ) throws(KhalaError) -> Int? {
    guard let address = try? RouteAddress("kl://Overloads/f?\(query)") else { return nil }
    let caller = CodeLocation(fileID: #fileID, line: #line)
    let node = KhalaNode(CallContents(address: address), isExternal: isExternal)
    var run = CallRun(
      Khala(node, caller: caller), closures: closures.map { Array(repeating: { _ in }, count: $0) },
      settings: Khala.settings, board: board(overloads))
    return try run.perform() as? Int
  }

  private func value(_ name: String, isRequired: Bool = true) -> __KhalaParameter {
    .value(name, type: "Int", isRequired: isRequired)
  }

  @Test func `The overload that takes most of the values is called`() throws {
    let overloads = [[value("a")], [value("a"), value("b")], [value("c")], []]
    #expect(try called(overloads, "a=1") == 0)
    #expect(try called(overloads, "b=1&a=1") == 1)
    #expect(try called(overloads, "c=1") == 2)
    #expect(try called(overloads, "d=1") == 3)
    let optional = [[value("a")], [value("a"), value("b", isRequired: false), .info]]
    #expect(try called(optional, "a=1&b=1") == 1)
  }

  @Test func `The overload that takes most of the closures is called`() throws {
    let one = __KhalaParameter.closure(isRequired: true)
    let maybe = __KhalaParameter.closure(isRequired: false)
    let overloads = [[one], [one, one], [], [one, one, maybe]]
    #expect(try called(overloads, "", closures: 1) == 0)
    #expect(try called(overloads, "", closures: 2) == 1)
    #expect(try called(overloads, "", closures: 3) == 3)
    #expect(try called(overloads, "", closures: 0) == 2)
    // The call gave none: the one that needs the least to be filled in.
    #expect(try called(overloads, "") == 2)
    #expect(try called([[one, one], [one]], "") == 1)
  }

  @Test func `Values count more than closures`() throws {
    let one = __KhalaParameter.closure(isRequired: true)
    let overloads = [[value("a")], [one]]
    #expect(try called(overloads, "a=1", closures: 1) == 0)
    #expect(try called(overloads, "b=1", closures: 1) == 1)
  }

  @Test func `Ambiguous overloads are an error`() {
    let error = #expect(throws: KhalaError.self) {
      try called([[value("a")], [value("a"), value("b", isRequired: false)], [.info]], "a=1")
    }
    #expect(error?.code == .ambiguousFunction)
    #expect(error?.message.contains("f(a:b:)") == true)
  }

  @Test func `Without a matching overload, the error lists all overloads`() {
    let error = #expect(throws: KhalaError.self) {
      try called([[value("a")], [value("b")]], "c=1&d=2", closures: 1)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("(c, d) and 1 closures") == true)
    #expect(error?.message.contains("f(b:)") == true)
  }

  @Test func `Calls from outside reach only open overloads`() throws {
    let overloads: [([__KhalaParameter], KhalaAccess)] = [
      ([value("a")], .internal), ([value("b")], .external), ([value("c")], .external),
    ]
    #expect(try called(overloads, "b=1", isExternal: true) == 1)
    #expect(try called(overloads, "a=1&c=1", isExternal: true) == 2)
    #expect(try called(overloads, "a=1", isExternal: false) == 0)
    let error = #expect(throws: KhalaError.self) {
      try called([overloads[0]], "a=1", isExternal: true)
    }
    #expect(error?.code == .notExternal)
  }
}

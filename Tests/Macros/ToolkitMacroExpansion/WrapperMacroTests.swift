import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport

/// A user's own macro: `#route("/home") { … }` declares a route with a fixed
/// priority.
private enum RouteMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let path = try arguments.required(arguments.unlabeled(0, name: "path"), name: "path").string()
    let handler = try arguments.required(arguments.function("handler"), name: "handler").function()
    return try RecordDeclaration(
      kind: "rout", key: path, priority: 100, flags: [.unique, .mainActor],
      detail: ["method": "GET"],
      accessor: "return Routes.__provide(__out, __type, \(handler.closure(forwarding: 1)))"
    ).declarations(for: node, in: context)
  }
}

/// A user's own attached macro: `@Job(after: [Login.self, "Cart"]) enum Refresh`
/// declares the type it stands on.
private enum JobMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let after = try arguments["after"]?.typesAndNames() ?? []
    return try RecordDeclaration(
      kind: "job ", key: name,
      detail: [
        "after": .array(
          after.map { element in
            switch element {
            case .type(let name), .name(let name): .string(name)
            }
          })
      ],
      accessor: "return Jobs.__provide(__out, __type, \(raw: name).self)"
    ).declarations(for: node, in: context)
  }
}

@Suite struct WrapperMacroTests {
  private func expand(_ source: String) -> MacroExpansion {
    MacroExpansion(
      of: source, macros: ["route": RouteMacro.self, "Job": JobMacro.self], module: "App",
      file: "Routes.swift")
  }

  @Test func `A custom freestanding macro makes a record`() throws {
    let expansion = expand(#"#route("/home") { request in show(request) }"#)
    let record = try expansion.record()
    #expect(record.kind == "rout")
    #expect(record.flags == [.unique, .mainActor])
    #expect(record.priority == 100)
    let source = expansion.expandedSource.withoutPlaces.onOneLine
    #expect(source.contains(#"@section(".note.modkit")"#))
    #expect(source.contains("{ request in show(request) }"))
    #expect(source.contains(#"@_cdecl("modkit$rout$/home")"#))
  }

  @Test func `A function's name is wrapped in a closure that forwards its parameter`() {
    #expect(
      expand(#"#route("/home", handler: Home.show)"#).expandedSource.onOneLine
        .contains("{ Home.show($0) }"))
  }

  @Test func `An attached macro makes a record beside the type`() {
    let expansion = expand(
      """
      @Job(after: [Login.self, "Cart"])
      enum Refresh {
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.expandedSource.contains("@used private nonisolated let "))
    #expect(expansion.expandedSource.contains("Refresh.self"))
  }

  @Test func `An attached macro on a nested type makes a static record`() {
    let expansion = expand(
      """
      enum Jobs {
        @Job
        enum Refresh {
        }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.expandedSource.contains("@used private static nonisolated let "))
  }

  @Test func `Errors of the readers are the wrapper's errors`() {
    let expansion = expand(#"#route(path) { _ in }"#)
    #expect(expansion.diagnostics.map(\.location?.column) == [8])
    #expect(
      expansion.diagnostics.first?.message.contains("'path' must be a string literal") == true)
  }
}

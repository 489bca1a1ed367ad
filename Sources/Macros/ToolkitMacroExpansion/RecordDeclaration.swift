public import Declarations
import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A record, as a macro wants it in the binary.
///
/// This is the one way from syntax to records: every macro of the toolkit uses
/// it, and a macro of your own that wraps one of ours must use it too, because
/// the compiler drops records that a macro nested in another's expansion would
/// make.
///
/// ```swift
/// public static func expansion(
///   of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
/// ) throws -> [DeclSyntax] {
///   let arguments = MacroArguments(of: node)
///   let page = try arguments.required(arguments.function("page"), name: "page").function()
///   return try RecordDeclaration(
///     kind: "shop",
///     key: try arguments.required(arguments.unlabeled(0, name: "name"), name: "name").string(),
///     accessor: "return unsafe SectionRegistry.__provide(__out, __type, as: Page.self, \(page.expression))"
///   ).declarations(for: node, in: context)
/// }
/// ```
///
/// The declarations are source text, laid out and not parsed, since the compiler parses it
/// anyway. A macro whose `formatMode` is `.disabled` keeps it as it is.
public struct RecordDeclaration {
  /// The kind of the declaration.
  public var kind: RecordKind
  /// The name under which it is declared.
  public var key: String
  /// Records with a higher priority come first.
  public var priority: Int32
  /// The properties of the record that are single bits.
  ///
  /// With `unique`, two records of one kind and key at file scope fail to link.
  public var flags: RecordFlags
  /// The data that tools can read beside the key.
  public var detail: [String: JSONValue]
  /// The same for one of the toolkit's own kinds; then `detail` is empty.
  private var schema: (any Encodable)?
  /// The statements that answer the record's accessor.
  ///
  /// They see `__out`, uninitialized memory for the value, and `__type`, a pointer to
  /// the `Any.Type` asked for, and return whether they initialized `__out`. Nothing
  /// may be captured.
  public var accessor: CodeBlockItemListSyntax {
    get { "\(raw: accessorText)" }
    set { accessorText = newValue.description }
  }
  /// The statements of the accessor as text: parsing them takes longer than all the rest.
  private var accessorText: String
  /// The kind whose name the symbol of a unique key has, where several kinds share
  /// their keys; the record's own if it is left out.
  var symbolKind: RecordKind?
  /// The base of the unique name of the constant.
  ///
  /// The compiler makes the same unique name for the peers of all extensions in a file, so a
  /// macro on extensions chooses a base of its own for each.
  package var constantName = "record"

  public init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    detail: [String: JSONValue] = [:], accessor: CodeBlockItemListSyntax
  ) {
    self.init(
      kind: kind, key: key, priority: priority, flags: flags, detail: detail,
      accessorText: accessor.description)
  }

  /// Creates a record whose accessor is written as text.
  package init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    detail: [String: JSONValue] = [:], accessorText: String
  ) {
    self.kind = kind
    self.key = key
    self.priority = priority
    self.flags = flags
    self.detail = detail
    self.accessorText = accessorText
  }

  /// Creates a record of one of the toolkit's own kinds.
  package init(
    kind: RecordKind, key: String, priority: Int32 = 0, flags: RecordFlags = [],
    schema: some Encodable, accessorText: String
  ) {
    self.init(kind: kind, key: key, priority: priority, flags: flags, accessorText: accessorText)
    self.schema = schema
  }

  /// The detail as it is in the record.
  private var detailText: String {
    get throws {
      let text = try schema?.jsonText() ?? JSONValue.object(detail).jsonText()
      return text == "{}" ? "" : text
    }
  }

  /// The declarations that put the record into the binary.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used. Its source location becomes the record's.
  ///   - context: The context of the expansion.
  /// - Returns: A constant, and for a unique key at file scope a symbol.
  /// - Throws: An error at the macro if no record can be declared there.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try declarations(for: node, in: context, isMember: false)
  }

  /// The declarations that put the record into the binary, as a macro's peers or as
  /// members of the type that it stands on.
  ///
  /// A member is in that type, though its place is that of the type: so it can be
  /// where a peer cannot, at the top level of `main.swift`.
  package func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext, isMember: Bool
  ) throws -> [DeclSyntax] {
    let location = try CodeLocation(of: node, in: context)
    try Self.rejectKeyPaths(of: node, around: context)
    let place =
      isMember
      ? .type : try RecordPlace(of: node, in: context, fileName: location.file)
    let fields = RecordFields(
      kind: kind, key: key, fileID: location.fileID, line: UInt32(clamping: location.line),
      column: UInt32(clamping: location.column ?? 1), priority: priority, flags: flags,
      detail: try detailText)
    if let misfit = fields.misfit {
      throw ExpansionError.error(
        "this cannot be declared: \(misfit)", id: "recordTooLarge", at: node)
    }
    var declarations = [
      constant(
        fields, place: place, name: context.makeUniqueName(constantName).text,
        accessor: SourceLayout(of: node, in: context).text(of: accessorText))
    ]
    if flags.contains(.unique), place == .fileScope {
      declarations.append(uniqueSymbol(name: context.makeUniqueName("unique").text))
    }
    return declarations
  }

  /// Rejects a place that cannot hold a record, for a macro that has more to say
  /// about that than about its arguments.
  package static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws {
    let location = try CodeLocation(of: node, in: context)
    _ = try RecordPlace(of: node, in: context, fileName: location.file)
  }

  /// Rejects a place that cannot hold a record, with a message of the macro's own for one inside
  /// a function.
  package static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext,
    inFunction message: String
  ) throws {
    do {
      try checkPlace(of: node, in: context)
    } catch let error as DiagnosticsError
      where error.diagnostics.contains(where: ExpansionError.isAboutRecordInFunction)
    {
      throw ExpansionError.error(message, id: ExpansionError.recordInFunction, at: node)
    }
  }

  /// The name of the file that a macro was used in, without its folders.
  package static func fileName(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> String? {
    try? CodeLocation(of: node, in: context).file
  }

  /// The constant that the compiler lays out as the record.
  ///
  /// Its tuple has no labels, since those would be part of its symbol's name, and all
  /// but the accessor is packed into words, since the compiler takes its time for each
  /// number. The accessor is `@Sendable` for the compiler to say what in it belongs
  /// to an actor, rather than that the constant does. It is deprecated, because the
  /// compiler warns of what is deprecated in a macro's arguments by itself, and would
  /// do so once more here.
  private func constant(
    _ fields: RecordFields, place: RecordPlace, name: String, accessor: String
  ) -> DeclSyntax {
    let words = fields.words(accessor: 0).map(Self.hexadecimal)
    let (before, after) = (words[..<Self.accessorIndex], words[(Self.accessorIndex + 1)...])
    return DeclSyntax(
      unparsed: """
        #if objectFormat(ELF)
        @section(".note.modkit")
        #elseif objectFormat(MachO)
        @section("__DATA_CONST,__modkit_rec")
        #endif
        @available(*, deprecated) @used private \(place == .type ? "static " : "")nonisolated let \(name): (\
        \(before.map { _ in "Swift::UInt64" }.joined(separator: ", ")), \
        @convention(c) (Swift::UnsafeMutableRawPointer, Swift::UnsafeRawPointer, \
        Swift::UnsafeRawPointer?, Swift::UInt) -> Swift::Bool, \
        \(after.map { _ in "Swift::UInt64" }.joined(separator: ", "))) = (
          \(before.joined(separator: ", ")),
          { @Sendable __out, __type, _, _ in
            \(accessor)
          },
          \(after.joined(separator: ", "))
        )
        """)
  }

  /// The index of the accessor in the words of a record.
  private static let accessorIndex = RecordLayout.accessorOffset / MemoryLayout<UInt64>.size

  /// A symbol that only one module of an image can define.
  private func uniqueSymbol(name: String) -> DeclSyntax {
    DeclSyntax(
      unparsed: """
        @_cdecl("modkit$\(Self.symbolText((symbolKind ?? kind).description))$\(Self.symbolText(key))")
        public func \(name)() {}
        """)
  }

  /// A text as part of a symbol: printable ASCII stays, for the linker's message
  /// to be read; every other byte becomes `%` and two digits.
  private static func symbolText(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (0x21...0x7E).contains(byte) && !#"%"\"#.utf8.contains(byte)
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + (byte < 0x10 ? "0" : "") + hexadecimal
    }.joined()
  }

  private static func hexadecimal(_ value: some FixedWidthInteger) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
  }
}

extension DeclSyntax {
  /// Makes a declaration on a line of its own of source text, without parsing it.
  ///
  /// The compiler takes the text of an expansion and parses it. Doing so here as well would be
  /// most of what an expansion costs.
  init(unparsed text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier("\n" + text)))
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Encodable {
  /// Returns the value as JSON text, the same for equal values: keys are sorted.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as
  ///   infinity.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// A JSON value, for the detail of a record.
public typealias JSONValue = DetailValue

extension DetailValue {
  /// The value as JSON text, the same for equal values: keys are sorted.
  ///
  /// - Throws: An `EncodingError` for a number that JSON cannot represent, such as
  ///   infinity.
  public func text() throws -> String { try jsonText() }
}

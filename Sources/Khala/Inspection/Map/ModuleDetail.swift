import Foundation

/// What the record of a routing class says in JSON.
///
/// What is not read here is left for later versions.
struct ModuleDetail: Decodable {
  struct Function: Decodable {
    let name: String
    /// Nothing if it is that of the class.
    let line: Int?
    let property: Bool?
    let parameters: [Parameter]?
    let async: Bool?
    let `throws`: Bool?
    let isolation: String?
    let result: String?
    let routes: [Route]?
    let access: KhalaAccess?
    let available: String?
    let `if`: String?
  }

  struct Parameter: Decodable {
    let role: String?
    let name: String?
    let label: String?
    let type: String
    let `default`: String?
  }

  struct Route: Decodable {
    let pattern: String
    let priority: Int?
    let schemes: [String]?
    let access: KhalaAccess?
  }

  let type: String
  let functions: [Function]
  let isolation: String?

  /// - Throws: What is wrong with the JSON.
  init(json: String) throws {
    self = try JSONDecoder().decode(ModuleDetail.self, from: Data(json.utf8))
  }
}

extension KhalaRouteMap.Function {
  /// A function of a class, as its record tells of it.
  init(_ detail: ModuleDetail.Function, in module: ModuleDetail) {
    let isAsync = detail.async ?? false
    // An instance of a class of a global actor is created on that actor, so its nonisolated
    // functions are called there too, unless they suspend. An actor is created anywhere.
    let isolation: String? =
      switch detail.isolation {
      case nil: module.isolation
      case "nonisolated": isAsync || module.isolation == "actor" ? nil : module.isolation
      case let other: other
      }
    self.init(
      name: detail.name, isProperty: detail.property ?? false,
      parameters: (detail.parameters ?? []).map(KhalaRouteMap.Parameter.init),
      result: detail.result.map(\.onOneLine), isAsync: isAsync,
      canThrow: detail.throws ?? false, isolation: isolation,
      isAwaited: isAsync || ![nil, "MainActor"].contains(isolation))
  }
}

extension KhalaRouteMap.Parameter {
  fileprivate init(_ detail: ModuleDetail.Parameter) {
    let role = detail.role.map(Role.init) ?? .value
    self.init(
      role: role, name: detail.name, label: detail.label, type: detail.type,
      isRequired: role != .info && detail.default == nil
        && TypeSpelling(detail.type).wrapped == nil,
      defaultValue: detail.default)
  }
}

extension String {
  /// The words of the text with single spaces between them.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

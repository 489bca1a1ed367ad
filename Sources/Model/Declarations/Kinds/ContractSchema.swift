/// The detail of the record of a function with `@KhalaCall`.
package struct ContractSchema: Sendable, Equatable, Encodable {
  /// A value that the function sends.
  package struct Parameter: Sendable, Equatable, Encodable {
    package var name: String
    package var type: String
    package var isOptional: Bool?

    package init(name: String, type: String, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.isOptional = isOptional.orNil
    }

    private enum CodingKeys: String, CodingKey {
      case name, type
      case isOptional = "optional"
    }

    init(_ detail: JSONObject) throws(RecordFault) {
      self.init(
        name: try detail.requiredText(CodingKeys.name),
        type: try detail.requiredText(CodingKeys.type),
        isOptional: try detail.flag(CodingKeys.isOptional))
    }
  }

  package var parameters: [Parameter]
  /// The name of the function, or `nil` in records of earlier releases.
  package var function: String?
  package var isolation: String?
  /// `true` if the function sends a dictionary.
  package var givesInfo: Bool?
  /// The number of closures that the function sends, or `nil` for none.
  package var closureCount: Int?
  package var isAsync: Bool?
  /// The type of the result as written, or `nil` if the function has none.
  package var result: String?

  package init(
    parameters: [Parameter], function: String? = nil, isolation: String? = nil,
    givesInfo: Bool = false, closureCount: Int = 0, isAsync: Bool = false, result: String? = nil
  ) {
    self.parameters = parameters
    self.function = function
    self.isolation = isolation
    self.givesInfo = givesInfo.orNil
    self.closureCount = closureCount == 0 ? nil : closureCount
    self.isAsync = isAsync.orNil
    self.result = result
  }

  private enum CodingKeys: String, CodingKey {
    case parameters
    case function = "func"
    case isolation
    case givesInfo = "info"
    case closureCount = "closures"
    case isAsync = "async"
    case result
  }

  package init(_ detail: JSONObject) throws(RecordFault) {
    var parameters: [Parameter] = []
    for parameter in try detail.requiredObjects(CodingKeys.parameters) {
      parameters.append(try Parameter(parameter))
    }
    self.init(
      parameters: parameters, function: try detail.text(CodingKeys.function),
      isolation: try detail.text(CodingKeys.isolation),
      givesInfo: try detail.flag(CodingKeys.givesInfo),
      closureCount: try detail.integer(CodingKeys.closureCount) ?? 0,
      isAsync: try detail.flag(CodingKeys.isAsync), result: try detail.text(CodingKeys.result))
  }
}

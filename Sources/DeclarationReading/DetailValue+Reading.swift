package import Declarations
import Foundation

extension DetailValue {
  /// Parses JSON, or returns `nil` if the text is not valid.
  ///
  /// `JSONDecoder` would take seconds for 20,000 records: without a type to expect, it throws
  /// an error for each type that a value does not have.
  package init?(json: String) {
    let data = Data(json.utf8)
    guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else { return nil }
    self.init(value)
  }

  private init?(_ value: Any) {
    switch value {
    // Classes come last: a cast of a list or an object to one converts all that is in it.
    case let text as String: self = .string(text)
    case let object as [String: Any]: self = .object(object.compactMapValues(Self.init))
    case let list as [Any]: self = .array(list.compactMap(Self.init))
    // `as Bool` would take the numbers 0 and 1, too.
    case let number as NSNumber:
      if unsafe number.objCType.pointee == NSNumber(value: true).objCType.pointee {
        self = .boolean(number.boolValue)
      } else {
        self =
          Int(exactly: number.doubleValue).map(DetailValue.integer) ?? .number(number.doubleValue)
      }
    case is NSNull: self = .null
    default: return nil
    }
  }
}

/// A constant that stands for a name, by the offsets of its bytes.
struct FoundConstant {
  let type: ConstantType
  let member: String
  let memberRange: Range<Int>
  /// The text and its range; `nil` if no literal has it.
  let literal: LiteralText?
  let documentation: String?
}

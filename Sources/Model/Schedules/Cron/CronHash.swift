/// The hash that `H` stands for.
///
/// It is part of what an expression means: a task keeps its times across builds, machines
/// and versions, so this never changes.
enum CronHash {
  /// A number that a name gives to a field; the fields of one name have different ones.
  ///
  /// FNV-1a over the name and the field's, with the finalizer of SplitMix64, because the
  /// remainders of FNV-1a alone are uneven for names that differ in their last letters.
  static func value(of name: String, in field: CronField) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(field.rawValue) \(name)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}

extension KhalaNode {
  /// Returns the URL and the parameters of a call, as a line of ``KhalaLog`` has them.
  ///
  /// The values of `redactedKeys`, which are those of ``KhalaLogConfiguration/redactedKeys``, are
  /// left out.
  package func textsForLog(redactedKeys: Set<String>) -> (url: String, parameters: String) {
    let redaction = LogRedaction(keys: redactedKeys)
    var url: [UInt8] = []
    LogLine.append(url: address.textWithoutQuery, to: &url, redaction: redaction)
    var json = LogJSON(redaction: redaction)
    json.append(object: contents.info())
    return (String(decoding: url, as: UTF8.self), String(decoding: json.bytes, as: UTF8.self))
  }
}

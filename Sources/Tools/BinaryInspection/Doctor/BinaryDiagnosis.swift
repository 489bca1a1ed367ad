package import BinaryRecords

/// A diagnosis of the properties of a file that affect its records.
package struct BinaryDiagnosis: Sendable, Hashable, Codable {
  package let path: String
  /// All diagnoses, image by image.
  package let diagnoses: [Diagnosis]

  /// Creates the diagnosis of a file.
  package init(of file: BinaryFile) {
    path = file.path
    let ofImages = file.images.flatMap { ImageExamination($0).diagnoses }
    diagnoses = ofImages + FileExamination(file).diagnoses
  }

  /// The worst of all verdicts.
  package var verdict: Diagnosis.Verdict { diagnoses.map(\.verdict).max() ?? .good }

  /// The diagnoses as lines of text.
  ///
  /// If there are several images, the name of each precedes its diagnoses.
  package var lines: [String] {
    var lines: [String] = []
    var heading = path
    for diagnosis in diagnoses {
      if diagnosis.image != heading {
        heading = diagnosis.image
        lines.append("\(heading):")
      }
      lines.append("\(diagnosis)")
    }
    return lines
  }
}

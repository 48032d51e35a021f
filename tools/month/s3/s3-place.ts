/** A place in a bucket: an object, or all whose keys begin so. */
export interface S3Place {
  readonly bucket: string;
  readonly key: string;
}

/** What `s3://bucket/key` names; `undefined` for paths of files. */
export function s3Place(place: string): S3Place | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

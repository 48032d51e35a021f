/** The package ships no types. */
declare module 'asl-validator' {
  function validate(definition: object): { readonly isValid: boolean; readonly errors: readonly unknown[] };
  export = validate;
}

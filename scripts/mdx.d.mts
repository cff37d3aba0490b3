export function compilePage(source: string, file: string): Promise<string>
